package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.collectors.linux.Notification.Kind;
import io.ringtail.collectors.linux.Notification.LinkEvent;
import io.ringtail.collectors.linux.Notification.SettingsChanged;
import io.ringtail.collectors.testkit.Netns;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The front ends on the real kernel, opened inside of a network namespace by a thread of this process. */
@Timeout(120)
class NetlinkIT {
    private static final int DEADLINE_MS = 60_000;

    private static Netns namespace;

    @BeforeAll
    static void start() {
        namespace = Netns.create();
        namespace.veth("one0", "one1").tap("tap0").ifb("ifb5");
    }

    @AfterAll
    static void end() {
        if (namespace != null) {
            namespace.close();
        }
    }

    @Test
    void a_front_end_stays_in_the_namespace_of_the_thread_that_opened_it() throws InterruptedException {
        try (Rtnetlink links = NetworkNamespace.call(namespace.path(), Rtnetlink::open)) {
            assertThat(links.links()).extracting(Link::name).contains("lo", "one0", "one1", "tap0", "ifb5");
        }
        try (Rtnetlink links = Rtnetlink.open()) {
            assertThat(links.links()).extracting(Link::name).doesNotContain("one0", "tap0", "ifb5");
        }
    }

    @Test
    void a_veth_does_not_support_coalescing_and_rings_and_says_so() throws InterruptedException {
        int ifindex = link("one0").ifindex();
        try (Ethtool ethtool = NetworkNamespace.call(namespace.path(), Ethtool::open)) {
            assertUnsupported(() -> ethtool.coalesce(ifindex));
            assertThat(ethtool.channels(ifindex)).containsEntry("rx-max", 4L).containsEntry("tx-max", 4L);
            assertThat(ethtool.features(ifindex)).containsKeys("tx-nocache-copy", "rx-gro");
            assertThat(ethtool.driver("one0").name()).isEqualTo("veth");
        }
    }

    @Test
    void an_interface_that_is_not_there_is_told_with_the_kernels_words() throws InterruptedException {
        try (Ethtool ethtool = NetworkNamespace.call(namespace.path(), Ethtool::open)) {
            assertThatThrownBy(() -> ethtool.coalesce(999_999))
                    .isInstanceOfSatisfying(
                            Errno.class, failure -> assertThat(failure.number()).isEqualTo(Errno.ENODEV))
                    .hasMessageContaining("COALESCE_GET of interface 999999 (the kernel says: ");
        }
    }

    @Test
    void a_name_longer_than_any_interfaces_is_not_there() throws InterruptedException {
        try (Ethtool ethtool = NetworkNamespace.call(namespace.path(), Ethtool::open)) {
            assertThatThrownBy(() -> ethtool.driver("a-name-of-sixteen"))
                    .isInstanceOfSatisfying(
                            Errno.class, failure -> assertThat(failure.number()).isEqualTo(Errno.ENODEV));
        }
    }

    @Test
    void a_veth_that_polls_has_napi_instances_and_no_queue_statistics() throws InterruptedException {
        namespace.run("ethtool", "-K", "one1", "gro", "on");
        int ifindex = link("one1").ifindex();
        try (Netdev netdev = NetworkNamespace.call(namespace.path(), Netdev::open)) {
            assertThat(netdev.napis(ifindex)).isNotEmpty().allSatisfy(napi -> {
                assertThat(napi.napiId()).isPositive();
                assertThat(napi.irq()).isEmpty();
                assertThat(napi.groFlushTimeoutNs()).hasValue(0);
            });
            assertUnsupported(() -> netdev.queueStats(ifindex));
        }
    }

    @Test
    void links_have_their_kind_state_and_master() throws InterruptedException {
        namespace.ip("link", "add", "bridge0", "type", "bridge").tap("port0");
        namespace.ip("link", "set", "port0", "master", "bridge0").ip("link", "set", "port0", "mtu", "1400");
        assertThat(link("port0").master()).hasValue(link("bridge0").ifindex());
        assertThat(link("port0").mtu()).hasValue(1400);
        assertThat(link("bridge0").kind()).contains("bridge");
        assertThat(link("one0").kind()).contains("veth");
        assertThat(link("one0").up()).isTrue();
        assertThat(link("one0").xdp()).isEmpty();
    }

    @Test
    void notifications_tell_of_settings_and_of_new_renamed_and_gone_links() throws InterruptedException {
        int tap = link("tap0").ifindex();
        try (Notifications notifications = NetworkNamespace.call(namespace.path(), Notifications::open)) {
            namespace.run("ethtool", "-C", "tap0", "rx-frames", "8");
            assertThat(await(notifications, told -> told.equals(new SettingsChanged(tap))))
                    .isNotEmpty();

            namespace.ip("tuntap", "add", "dev", "short0", "mode", "tap");
            await(notifications, told -> isLink(told, Kind.NEW, "short0"));
            namespace.ip("link", "set", "short0", "name", "short1");
            List<Notification> renamed = await(notifications, told -> isLink(told, Kind.RENAMED, "short1"));
            assertThat(((LinkEvent) renamed.getLast()).previousName()).contains("short0");
            namespace.ip("link", "del", "short1");
            await(notifications, told -> isLink(told, Kind.GONE, "short1"));
        }
    }

    @Test
    void a_namespace_that_is_not_there_is_told_by_name() {
        assertThatThrownBy(() -> NetworkNamespace.call(namespace.path().resolveSibling("no-such"), () -> 1))
                .isInstanceOf(Errno.class)
                .hasMessageContaining("/run/netns/no-such: ENOENT");
    }

    @Test
    void asking_again_and_again_leaves_no_descriptors_behind() throws InterruptedException {
        long before = descriptors();
        for (int i = 0; i < 20; i++) {
            try (Ethtool ethtool = NetworkNamespace.call(namespace.path(), Ethtool::open);
                    Netdev netdev = NetworkNamespace.call(namespace.path(), Netdev::open)) {
                assertThat(ethtool.features(link("tap0").ifindex())).isNotEmpty();
                assertThat(netdev.napis(link("tap0").ifindex())).isNotNull();
            }
        }
        assertThat(descriptors()).isLessThan(before + 20);
    }

    private static Link link(String name) throws InterruptedException {
        try (Rtnetlink links = NetworkNamespace.call(namespace.path(), Rtnetlink::open)) {
            Map<String, Link> byName = links.links().stream().collect(Collectors.toMap(Link::name, link -> link));
            return byName.get(name);
        }
    }

    private static boolean isLink(Notification told, Kind kind, String name) {
        return told instanceof LinkEvent event
                && event.kind() == kind
                && event.link().name().equals(name);
    }

    /** What came up to the first notification that fulfils the condition. */
    private static List<Notification> await(Notifications notifications, Predicate<Notification> condition) {
        List<Notification> come = new ArrayList<>();
        long deadlineNs = System.nanoTime() + DEADLINE_MS * 1_000_000L;
        while (System.nanoTime() < deadlineNs) {
            notifications.await(100);
            for (Notification told : notifications.drain()) {
                come.add(told);
                if (condition.test(told)) {
                    return come;
                }
            }
        }
        throw new AssertionError("no such notification among " + come);
    }

    private static void assertUnsupported(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Errno.class, failure -> assertThat(failure.number()).isEqualTo(Errno.EOPNOTSUPP));
    }

    private static long descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
