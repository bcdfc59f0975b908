package io.ringtail.collectors.source;

import static io.ringtail.collectors.source.SettingsReader.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ringtail.collectors.testkit.Netns;
import io.ringtail.collectors.testkit.RecordedReading;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The settings source on the real kernel, in a network namespace whose interfaces nobody else changes. */
@Timeout(180)
class SettingsSourceIT {
    private static Netns namespace;
    private static SettingsReader reader;

    @BeforeAll
    static void start() throws InterruptedException {
        namespace = Netns.create();
        namespace
                .veth("feat0", "feat1")
                .veth("chan0", "chan1")
                .veth("gone0", "gone1")
                .veth("name0", "name1");
        namespace.veth("same0", "same1").tap("coal0").tap("same2").ifb("bql0").ifb("disc0");
        reader = SettingsReader.start(namespace);
        reader.await("interface:disc0", first -> true);
    }

    @AfterAll
    static void end() {
        if (namespace != null) {
            namespace.close();
        }
    }

    @Test
    void a_feature_switched_by_ethtool_is_told_by_notification() throws InterruptedException {
        namespace.run("ethtool", "-K", "feat0", "tx-nocache-copy", "on");
        Settings told = reader.awaitValue("interface:feat0", "feature.tx-nocache-copy", "on");
        assertNotified(told);
        assertThat(value(before(told), "feature.tx-nocache-copy", null)).isEqualTo("off");
    }

    @Test
    void channels_set_by_ethtool_are_told_by_notification() throws InterruptedException {
        namespace.run("ethtool", "-L", "chan0", "rx", "2", "tx", "3");
        Settings told = reader.await(
                "interface:chan0",
                settings -> "2".equals(value(settings, "channels.rx", null))
                        && "3".equals(value(settings, "channels.tx", null)));
        assertNotified(told);
    }

    @Test
    void coalescing_of_a_tap_set_by_ethtool_is_told_by_notification() throws InterruptedException {
        namespace.run("ethtool", "-C", "coal0", "rx-frames", "16");
        Settings told = reader.awaitValue("interface:coal0", "coalesce.rx-frames", "16");
        assertNotified(told);
        assertThat(value(before(told), "coalesce.rx-frames", null)).isEqualTo("0");
    }

    @Test
    void a_queueing_discipline_is_told_by_notification() throws InterruptedException {
        namespace.run("tc", "qdisc", "replace", "dev", "disc0", "root", "pfifo");
        assertNotified(reader.awaitValue("interface:disc0", "link.qdisc", "pfifo"));
    }

    @Test
    void a_byte_queue_limit_is_found_by_the_next_read() throws InterruptedException {
        namespace.run("sh", "-c", "echo 30000 > /sys/class/net/bql0/queues/tx-0/byte_queue_limits/limit_max");
        reader.reread();
        Settings told =
                reader.await("interface:bql0", settings -> "30000".equals(value(settings, "bql.limit-max", "tx-0")));
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.REREAD);
        assertThat(told.getPreviousReadEpochNs()).isLessThan(told.getOrigin().getEpochNs());
        assertThat(value(before(told), "bql.limit-max", "tx-0")).isEqualTo("unlimited");
    }

    @Test
    void an_interface_that_is_deleted_is_told_as_gone_with_its_last_values() throws InterruptedException {
        namespace.ip("link", "del", "gone0");
        for (String object : List.of("interface:gone0", "interface:gone1")) {
            Settings told = reader.await(object, Settings::getGone);
            assertThat(value(told, "driver.name", null)).isEqualTo("veth");
        }
    }

    @Test
    void a_renamed_interface_is_gone_by_its_old_name_and_there_by_its_new_one() throws InterruptedException {
        namespace.ip("link", "set", "name0", "down").ip("link", "set", "name0", "name", "named0");
        assertThat(reader.await("interface:name0", Settings::getGone).getTrigger())
                .isEqualTo(ReadTrigger.NOTIFICATION);
        Settings named = reader.await("interface:named0", settings -> true);
        assertThat(named.getTrigger()).isEqualTo(ReadTrigger.NOTIFICATION);
        assertThat(named.getPreviousReadEpochNs()).isNull();
    }

    @Test
    void a_new_interface_is_told_by_notification() throws InterruptedException {
        namespace.tap("new0");
        assertNotifiedFirst(reader.await("interface:new0", settings -> true));
    }

    @Test
    void the_first_records_are_the_start_and_name_only_settings_of_the_catalogue() throws InterruptedException {
        for (String object : List.of("host", "netns", "interface:lo", "interface:same0", "interface:same2")) {
            Settings first = reader.await(object, settings -> true);
            assertThat(first.getTrigger()).isEqualTo(ReadTrigger.START);
            assertThat(first.getPreviousReadEpochNs()).isNull();
            assertCatalogued(first);
        }
        assertThat(reader.other()).noneMatch(line -> line.contains("denied") || line.contains("notifications"));
    }

    @Test
    void a_veth_has_what_ethtool_and_ip_print() throws Exception {
        Settings told = reader.await("interface:same0", settings -> true);
        assertPrinted(told, "same0", namespace::run);
        assertThat(absence(told, "coalesce.rx-usecs")).isEqualTo("unsupported");
        assertThat(absence(told, "bql.limit-max", "tx-0")).isEqualTo("unsupported");
    }

    @Test
    void a_tap_has_what_ethtool_and_ip_print() throws Exception {
        assertPrinted(reader.await("interface:same2", settings -> true), "same2", namespace::run);
    }

    /** This machine's own interface is read, never written. */
    @Test
    void this_machines_eth0_has_what_ethtool_and_ip_print() throws Exception {
        assumeTrue(Files.exists(Path.of("/sys/class/net/eth0")), "needs an interface eth0 outside of namespaces");
        try (SettingsSource source = new SettingsSource(ProcSys.live())) {
            source.start(() -> {});
            RecordedReading reading = new RecordedReading(1);
            source.read(reading);
            Settings told = reading.records(Settings.class).stream()
                    .filter(settings -> settings.getObject().equals("interface:eth0"))
                    .findFirst()
                    .orElseThrow();
            assertPrinted(told, "eth0", SettingsSourceIT::printed);
            assertCatalogued(told);
        }
    }

    @Test
    void a_closed_source_ends_its_thread_and_its_process() throws InterruptedException {
        try (Netns own = Netns.create()) {
            SettingsReader other = SettingsReader.start(own);
            other.await("host", settings -> true);
            assertThat(other.end()).isZero();
        }
    }

    private static void assertNotified(Settings told) {
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.NOTIFICATION);
        assertThat(told.getPreviousReadEpochNs())
                .isNotNull()
                .isLessThan(told.getOrigin().getEpochNs());
        assertThat(told.getObjectKind())
                .isEqualTo(SettingsObject.ofInterface("any").kind());
    }

    private static void assertNotifiedFirst(Settings told) {
        assertThat(told.getTrigger()).isEqualTo(ReadTrigger.NOTIFICATION);
        assertThat(told.getPreviousReadEpochNs()).isNull();
    }

    private static void assertCatalogued(Settings settings) {
        assertThat(settings.getValues()).isNotEmpty().allSatisfy(setting -> {
            assertThat(Knobs.named(setting.getName())).as(setting.getName()).isPresent();
            assertThat(Knobs.named(setting.getName()).orElseThrow().kind()).isEqualTo(Knob.Kind.SETTING);
            assertThat(setting.getValue() == null).isNotEqualTo(setting.getAbsence() == null);
        });
    }

    /** The record of the same object before this one. */
    private static Settings before(Settings told) {
        List<Settings> all = reader.of(told.getObject());
        return all.get(all.indexOf(told) - 1);
    }

    private static String absence(Settings settings, String name) {
        return absence(settings, name, null);
    }

    private static String absence(Settings settings, String name, String queue) {
        return settings.getValues().stream()
                .filter(setting -> setting.getName().equals(name))
                .filter(setting -> queue == null || queue.equals(setting.getQueue()))
                .findFirst()
                .map(Setting::getAbsence)
                .orElse(null);
    }

    /** Everything that the tools print is in the record with the same value, and n/a is an absence. */
    private static void assertPrinted(Settings told, String name, Function<String[], String> run) throws Exception {
        Map<String, String> printed = new TreeMap<>();
        printed.putAll(EthtoolText.coalesce(run.apply(ethtool("-c", name))));
        printed.putAll(EthtoolText.counts("ring.", run.apply(ethtool("-g", name))));
        printed.putAll(EthtoolText.counts("channels.", run.apply(ethtool("-l", name))));
        printed.putAll(EthtoolText.features(run.apply(ethtool("-k", name))));
        printed.putAll(EthtoolText.driver(run.apply(ethtool("-i", name))));
        printed.putAll(link(run.apply(new String[] {"ip", "-j", "-d", "link", "show", "dev", name})));
        assertThat(printed).containsKeys("feature.tx-nocache-copy", "driver.name", "link.mtu", "link.qdisc");
        Map<String, String> read = new TreeMap<>();
        printed.forEach((key, value) -> read.put(key, present(told, key)));
        assertThat(read).isEqualTo(printed);
        assertThat(told.getValues().stream()
                        .map(Setting::getName)
                        .filter(setting -> setting.startsWith("feature."))
                        .toList())
                .allSatisfy(feature -> assertThat(printed).containsKey(feature));
    }

    private static String present(Settings told, String key) {
        String value = value(told, key, null);
        return value == null && "unsupported".equals(absence(told, key)) ? EthtoolText.NOT_AVAILABLE : value;
    }

    private static Map<String, String> link(String json) throws JsonProcessingException {
        JsonNode link = new ObjectMapper().readTree(json).get(0);
        return Map.of(
                "link.mtu", link.get("mtu").asText(),
                "link.txqueuelen", link.get("txqlen").asText(),
                "link.qdisc", link.get("qdisc").asText(),
                "link.master", link.path("master").asText("none"),
                "link.up", link.get("flags").toString().contains("\"UP\"") ? "on" : "off");
    }

    /** ethtool's exit status tells whether the driver supports what was asked for; its output is what counts here. */
    private static String[] ethtool(String option, String name) {
        return new String[] {"sh", "-c", "ethtool " + option + " " + name + " 2>/dev/null || true"};
    }

    private static String printed(String... command) {
        try {
            Process process = new ProcessBuilder(command).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
