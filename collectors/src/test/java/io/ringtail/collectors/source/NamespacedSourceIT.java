package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.Source;
import io.ringtail.collectors.testkit.Netns;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sources that read another network namespace, on the real kernel. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NamespacedSourceIT {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Reads reads = new Reads();
    private Netns namespace;

    @BeforeEach
    void make() {
        namespace = Netns.create();
        namespace.veth("in0", "in1").ifb("bql0");
    }

    @AfterEach
    void remove() {
        if (namespace != null) {
            namespace.close();
        }
    }

    @Test
    void theCountersAreThoseOfTheNamespaceAndTheProcessStaysWhereItIs() throws Exception {
        List<String> before = own();
        inside(new RingsSource(ProcSys.live(), KernelRings::open, DEADLINE), source -> {
            reads.read(source);
            List<Rings> all = reads.all(Rings.class);
            assertThat(all)
                    .extracting(Rings::getInterface$)
                    .contains("in0", "in1", "bql0")
                    .doesNotContain("eth0");
            assertThat(all).allMatch(rings -> rings.getOrigin().getNetns().equals(namespace.name()));
            Rings veth = of(all, "in0");
            assertThat(veth.getDriver()).isEqualTo("veth");
            assertThat(veth.getDriverStatistics().getUnknown()).isZero();
            assertThat(veth.getQueues())
                    .anyMatch(queue -> queue.getDirection() == Direction.RX
                            && queue.getCounters().getFirst().getName().equals("drops"));
            assertThat(of(all, "bql0").getBql()).isNotEmpty();
        });
        assertThat(own()).isEqualTo(before);
    }

    @Test
    void queuesThatAreReconfiguredAreFlagged() throws Exception {
        inside(new RingsSource(ProcSys.live(), KernelRings::open, DEADLINE), source -> {
            reads.read(source);
            int before = of(reads.all(Rings.class), "in0").getDriverStatistics().getNames();
            namespace.ip("link", "set", "in0", "down").run("ethtool", "-L", "in0", "rx", "1", "tx", "1");
            namespace.ip("link", "set", "in0", "up");
            reads.read(source);
            Rings now = of(reads.all(Rings.class), "in0");
            assertThat(now.getConfigChanged()).isTrue();
            assertThat(now.getDriverStatistics().getNames()).isLessThan(before);
        });
    }

    @Test
    void interfacesThatComeGoAndAreRenamedAreSeenOnceEach() throws Exception {
        inside(new RingsSource(ProcSys.live(), KernelRings::open, DEADLINE), source -> {
            reads.read(source);
            namespace.ip("link", "set", "in0", "down").ip("link", "set", "in0", "name", "renamed0");
            namespace.ip("link", "del", "bql0");
            reads.read(source);
            assertThat(reads.all(Rings.class))
                    .extracting(Rings::getInterface$)
                    .contains("renamed0", "bql0")
                    .doesNotContain("in0");
            assertThat(of(reads.all(Rings.class), "bql0").getAbsent().getFirst().getReason())
                    .isEqualTo("vanished");
            reads.read(source);
            assertThat(reads.all(Rings.class)).extracting(Rings::getInterface$).doesNotContain("bql0");
        });
    }

    @Test
    void aMacvlanTellsWhatCarriesIt() throws Exception {
        namespace.ip("link", "add", "mac0", "link", "in0", "type", "macvlan", "mode", "bridge");
        inside(new SettingsSource(ProcSys.live(), false), source -> {
            reads.read(source);
            List<Settings> all = reads.all(Settings.class);
            assertThat(all).extracting(Settings::getObject).contains("netns").doesNotContain("host");
            assertThat(value(all, "interface:mac0", "link.lower")).isEqualTo("in0");
            assertThat(value(all, "interface:in1", "link.lower")).isIn("none", "in0");
            assertThat(value(all, "interface:in0", "driver.name")).isEqualTo("veth");
        });
    }

    @Test
    void aNamespaceWhoseNameIsRemovedIsNotReadAnyMore() throws Exception {
        inside(new RingsSource(ProcSys.live(), KernelRings::open, DEADLINE), source -> {
            reads.read(source);
            namespace.close();
            namespace = null;
            reads.read(source);
            assertThat(reads.records).isEmpty();
            assertThat(reads.degraded).containsValue("vanished");
        });
    }

    /** On a thread of its own: it stays in the namespace. */
    private void inside(Source source, Steps steps) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            try (Source there = new NamespacedSource(source, namespace.name(), namespace.path())) {
                there.start(() -> {});
                steps.run(there);
            }
            return null;
        });
        Thread.ofPlatform().daemon().start(task);
        task.get();
    }

    private interface Steps {
        void run(Source source) throws Exception;
    }

    private static List<String> own() {
        String[] names = new File("/sys/class/net").list();
        Arrays.sort(names);
        return List.of(names);
    }

    private static Rings of(List<Rings> all, String name) {
        return all.stream()
                .filter(rings -> rings.getInterface$().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String value(List<Settings> all, String object, String name) {
        return all.stream()
                .filter(settings -> settings.getObject().equals(object))
                .flatMap(settings -> settings.getValues().stream())
                .filter(setting -> setting.getName().equals(name))
                .map(Setting::getValue)
                .findFirst()
                .orElseThrow();
    }
}
