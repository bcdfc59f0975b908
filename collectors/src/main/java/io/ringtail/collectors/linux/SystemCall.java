package io.ringtail.collectors.linux;

import java.util.Map;

/** System calls that the C library has no function for, by their numbers. */
final class SystemCall {
    /** Numbers from 424 on are the same on every architecture; glibc has these functions from 2.36 only. */
    private static final int PIDFD_OPEN = 434;

    private static final int PIDFD_GETFD = 438;

    private static final Map<String, Integer> BPF = Map.of("amd64", 321, "ppc64le", 361);

    /** The architectures whose numbers are the generic ones: aarch64, riscv64, loongarch64. */
    private static final int GENERIC_BPF = 280;

    private static final int ENOSYS = 38;

    private SystemCall() {}

    /** bpf(2): its result or -errno. */
    static long bpf(int command, long attributes, int size) {
        int number = BPF.getOrDefault(System.getProperty("os.arch"), GENERIC_BPF);
        return Libc.syscall(number, command, attributes, size, 0, 0);
    }

    /** pidfd_open(2): a descriptor that becomes readable when the process ends, or -errno. */
    static int pidfdOpen(int pid) {
        return (int) Libc.syscall(PIDFD_OPEN, pid, 0, 0, 0, 0);
    }

    /** pidfd_getfd(2): a duplicate of the other process's descriptor, or -errno. */
    static int pidfdGetfd(int pidfd, int descriptor) {
        return (int) Libc.syscall(PIDFD_GETFD, pidfd, descriptor, 0, 0, 0);
    }

    /** Whether the kernel does not have the call at all. */
    static boolean isMissing(long result) {
        return result == -ENOSYS;
    }
}
