package io.ringtail.collectors.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs code in another network namespace, on a thread of its own that ends with it. Needs CAP_SYS_ADMIN. */
public final class NetworkNamespace {
    private static final int CLONE_NEWNET = 0x40000000;
    private static final int CLONE_NEWNS = 0x20000;
    private static final int O_CLOEXEC = 0x80000;
    private static final long MS_RDONLY = 1;
    private static final long MS_REC = 0x4000;
    private static final long MS_PRIVATE = 1 << 18;

    private NetworkNamespace() {}

    /**
     * Runs a task inside and gives its result. Sockets opened there stay in that namespace and may be used by any
     * thread afterwards; {@code /proc/net} and {@code /sys} do not follow.
     *
     * @param namespace such as {@code /run/netns/NAME} or {@code /proc/PID/ns/net}
     * @throws Errno EPERM without CAP_SYS_ADMIN, ENOENT if there is no such namespace
     */
    public static <T> T call(Path namespace, Callable<T> task) throws InterruptedException {
        FutureTask<T> inside = new FutureTask<>(() -> {
            enter(namespace);
            return task.call();
        });
        Thread.ofPlatform().name("netns-" + namespace.getFileName()).daemon().start(inside);
        try {
            return inside.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    /**
     * Takes the calling platform thread into a network namespace for good, with a {@code /sys} of its own that shows it.
     * Threads that it starts afterwards are there too; {@code /proc/net} of the process does not follow.
     *
     * @throws Errno EPERM without CAP_SYS_ADMIN, ENOENT if there is no such namespace
     */
    public static void enterForGood(Path namespace) {
        enter(namespace);
        Libc.check("unshare of mounts", Libc.unshare(CLONE_NEWNS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment root = arena.allocateFrom("/");
            MemorySegment none = arena.allocateFrom("none");
            // What is mounted here must not be seen anywhere else.
            Libc.check("mount --make-rprivate /", Libc.mount(none, root, MemorySegment.NULL, MS_REC | MS_PRIVATE));
            MemorySegment sysfs = arena.allocateFrom("sysfs");
            MemorySegment sys = arena.allocateFrom("/sys");
            Libc.check("mount of /sys for " + namespace, Libc.mount(sysfs, sys, sysfs, MS_RDONLY));
        }
    }

    private static void enter(Path namespace) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int)
                    Libc.check("open " + namespace, Libc.open(arena.allocateFrom(namespace.toString()), O_CLOEXEC));
            try {
                Libc.check("setns " + namespace, Libc.setns(descriptor, CLONE_NEWNET));
            } finally {
                Libc.close(descriptor);
            }
        }
    }
}
