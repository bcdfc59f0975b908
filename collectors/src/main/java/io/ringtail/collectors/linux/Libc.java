package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;

/**
 * The C library's calls that this package needs, by their names, so that no system call number of an architecture
 * appears. Every call returns the result, or -errno as the kernel itself does. Nothing here is used outside of this
 * package: it gives Java types only. Thread safe: errno is captured per thread. No call that can block is made
 * through {@code Linker.Option.critical}: it would hold another thread's garbage collection.
 */
final class Libc {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCK_STREAM = 1;
    static final int SOCK_DGRAM = 2;
    static final int SOCK_RAW = 3;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int SOL_SOCKET = 1;
    static final int CLOCK_REALTIME = 0;
    static final int CLOCK_MONOTONIC = 1;
    static final int CLOCK_THREAD_CPUTIME_ID = 3;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final ThreadLocal<MemorySegment> CAPTURE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(8, 8));

    // Symbol to handle; a test proves that each constant's name is its symbol's.
    static final Map<String, MethodHandle> HANDLES = new HashMap<>();

    private static final MethodHandle SOCKET = handle("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND = handle("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CONNECT = handle("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = handle("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle SENDTO =
            handle("sendto", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECVFROM =
            handle("recvfrom", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SENDMSG = handle("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECVMSG = handle("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SETSOCKOPT =
            handle("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSOCKOPT =
            handle("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GETSOCKNAME = handle("getsockname", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GETPEERNAME = handle("getpeername", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle LISTEN = handle("listen", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle ACCEPT4 = handle("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    private static final MethodHandle SHUTDOWN = handle("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle GETRUSAGE = handle("getrusage", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle POLL = handle("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle IOCTL = variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SETNS = handle("setns", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle UNSHARE = handle("unshare", JAVA_INT, JAVA_INT);
    private static final MethodHandle MOUNT = handle("mount", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle CLOCK_GETTIME = handle("clock_gettime", JAVA_INT, JAVA_INT, ADDRESS);

    private static final MethodHandle SCHED_SETAFFINITY =
            handle("sched_setaffinity", JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle SCHED_SETSCHEDULER =
            handle("sched_setscheduler", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle SETPRIORITY = handle("setpriority", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle PRCTL = variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle READ = handle("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle PROCESS_VM_READV =
            handle("process_vm_readv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle SYSCALL =
            variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private Libc() {}

    static int socket(int domain, int type, int protocol) {
        try {
            return result((int) SOCKET.invokeExact(CAPTURE.get(), domain, type, protocol));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int bind(int fd, MemorySegment address, int length) {
        try {
            return result((int) BIND.invokeExact(CAPTURE.get(), fd, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int connect(int fd, MemorySegment address, int length) {
        try {
            return result((int) CONNECT.invokeExact(CAPTURE.get(), fd, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int close(int fd) {
        try {
            return result((int) CLOSE.invokeExact(CAPTURE.get(), fd));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long sendto(int fd, MemorySegment bytes, long length, int flags, MemorySegment to, int toLength) {
        try {
            return result((long) SENDTO.invokeExact(CAPTURE.get(), fd, bytes, length, flags, to, toLength));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long recvfrom(int fd, MemorySegment bytes, long length, int flags, MemorySegment from, MemorySegment size) {
        try {
            return result((long) RECVFROM.invokeExact(CAPTURE.get(), fd, bytes, length, flags, from, size));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long sendmsg(int fd, MemorySegment message, int flags) {
        try {
            return result((long) SENDMSG.invokeExact(CAPTURE.get(), fd, message, flags));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long recvmsg(int fd, MemorySegment message, int flags) {
        try {
            return result((long) RECVMSG.invokeExact(CAPTURE.get(), fd, message, flags));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int setsockopt(int fd, int level, int option, MemorySegment value, int length) {
        try {
            return result((int) SETSOCKOPT.invokeExact(CAPTURE.get(), fd, level, option, value, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int getsockopt(int fd, int level, int option, MemorySegment value, MemorySegment length) {
        try {
            return result((int) GETSOCKOPT.invokeExact(CAPTURE.get(), fd, level, option, value, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int getsockname(int fd, MemorySegment address, MemorySegment length) {
        try {
            return result((int) GETSOCKNAME.invokeExact(CAPTURE.get(), fd, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int getpeername(int fd, MemorySegment address, MemorySegment length) {
        try {
            return result((int) GETPEERNAME.invokeExact(CAPTURE.get(), fd, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int listen(int fd, int backlog) {
        try {
            return result((int) LISTEN.invokeExact(CAPTURE.get(), fd, backlog));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int accept4(int fd, MemorySegment address, MemorySegment length, int flags) {
        try {
            return result((int) ACCEPT4.invokeExact(CAPTURE.get(), fd, address, length, flags));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int shutdown(int fd, int how) {
        try {
            return result((int) SHUTDOWN.invokeExact(CAPTURE.get(), fd, how));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int getrusage(int who, MemorySegment usage) {
        try {
            return result((int) GETRUSAGE.invokeExact(CAPTURE.get(), who, usage));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int poll(MemorySegment fds, long count, int timeoutMs) {
        try {
            return result((int) POLL.invokeExact(CAPTURE.get(), fds, count, timeoutMs));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int ioctl(int fd, long request, MemorySegment argument) {
        try {
            return result((int) IOCTL.invokeExact(CAPTURE.get(), fd, request, argument));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int open(MemorySegment path, int flags) {
        try {
            return result((int) OPEN.invokeExact(CAPTURE.get(), path, flags));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int setns(int fd, int kind) {
        try {
            return result((int) SETNS.invokeExact(CAPTURE.get(), fd, kind));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int unshare(int kinds) {
        try {
            return result((int) UNSHARE.invokeExact(CAPTURE.get(), kinds));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int mount(MemorySegment source, MemorySegment target, MemorySegment type, long flags) {
        try {
            return result((int) MOUNT.invokeExact(CAPTURE.get(), source, target, type, flags, MemorySegment.NULL));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int schedSetaffinity(int thread, long size, MemorySegment mask) {
        try {
            return result((int) SCHED_SETAFFINITY.invokeExact(CAPTURE.get(), thread, size, mask));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int schedSetscheduler(int thread, int policy, MemorySegment parameters) {
        try {
            return result((int) SCHED_SETSCHEDULER.invokeExact(CAPTURE.get(), thread, policy, parameters));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int setpriority(int which, int who, int nice) {
        try {
            return result((int) SETPRIORITY.invokeExact(CAPTURE.get(), which, who, nice));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int prctl(int operation, long argument) {
        try {
            return result((int) PRCTL.invokeExact(CAPTURE.get(), operation, argument));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long read(int fd, MemorySegment into, long length) {
        try {
            return result((long) READ.invokeExact(CAPTURE.get(), fd, into, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long processVmReadv(int pid, MemorySegment local, long locals, MemorySegment remote, long remotes) {
        try {
            return result((long) PROCESS_VM_READV.invokeExact(CAPTURE.get(), pid, local, locals, remote, remotes, 0L));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A call that the C library has no function for; {@link SystemCall} has the numbers. */
    static long syscall(long number, long first, long second, long third, long fourth, long fifth) {
        try {
            return result((long) SYSCALL.invokeExact(CAPTURE.get(), number, first, second, third, fourth, fifth));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A clock's time in ns; {@code timespec} is 16 bytes of the caller's. */
    static long clockNs(int clock, MemorySegment timespec) {
        try {
            int failed = (int) CLOCK_GETTIME.invokeExact(CAPTURE.get(), clock, timespec);
            if (failed != 0) {
                throw new Errno("clock_gettime", -result(failed));
            }
            return timespecNs(timespec, 0);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** The struct timespec at an offset. Unit: ns. */
    static long timespecNs(MemorySegment from, long offset) {
        return from.get(JAVA_LONG, offset) * 1_000_000_000L + from.get(JAVA_LONG, offset + 8);
    }

    /** A result that must not be negative. */
    static long check(String call, long result) {
        if (result < 0) {
            throw new Errno(call, (int) -result);
        }
        return result;
    }

    private static int result(int value) {
        return value == -1 ? -CAPTURE.get().get(JAVA_INT, 0) : value;
    }

    private static long result(long value) {
        return value == -1 ? -CAPTURE.get().get(JAVA_INT, 0) : value;
    }

    private static MethodHandle handle(String symbol, MemoryLayout returns, MemoryLayout... arguments) {
        return link(symbol, FunctionDescriptor.of(returns, arguments), ERRNO);
    }

    private static MethodHandle variadic(String symbol, int fixed, MemoryLayout returns, MemoryLayout... arguments) {
        return link(symbol, FunctionDescriptor.of(returns, arguments), ERRNO, Linker.Option.firstVariadicArg(fixed));
    }

    private static MethodHandle link(String symbol, FunctionDescriptor shape, Linker.Option... options) {
        MethodHandle handle = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(symbol), shape, options);
        HANDLES.put(symbol, handle);
        return handle;
    }

    private static RuntimeException unexpected(Throwable t) {
        return switch (t) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> new IllegalStateException("a call into the C library failed", t);
        };
    }
}
