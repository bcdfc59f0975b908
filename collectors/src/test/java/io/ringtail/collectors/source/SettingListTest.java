package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.Setting;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SettingListTest {
    private final SettingList list = new SettingList();

    /** Case B2: coalescing that the driver does not support is absent, and never 0. */
    @Test
    void a_group_that_the_driver_does_not_support_is_absent_as_unsupported() {
        list.addGroup("coalesce.", () -> {
            throw new Errno("ethtool COALESCE_GET of interface 4", Errno.EOPNOTSUPP);
        });
        assertThat(list.sorted())
                .extracting(Setting::getName)
                .contains("coalesce.rx-usecs", "coalesce.tx-usecs", "coalesce.adaptive-rx");
        assertThat(list.sorted()).allSatisfy(setting -> {
            assertThat(setting.getValue()).isNull();
            assertThat(setting.getAbsence()).isEqualTo("unsupported");
        });
        assertThat(list.failures()).isEmpty();
    }

    @Test
    void a_group_that_may_not_be_read_is_absent_as_denied_and_a_failure() {
        list.addGroup("ring.", () -> {
            throw new Errno("ethtool RINGS_GET of interface 4", Errno.EPERM);
        });
        assertThat(list.sorted()).extracting(Setting::getAbsence).containsOnly("denied");
        assertThat(list.failures()).isEqualTo(Map.of("ring.*", "denied"));
    }

    @Test
    void what_a_driver_leaves_out_of_a_group_is_unsupported() {
        list.addGroup("channels.", () -> Map.of("combined", "4"));
        assertThat(list.sorted())
                .contains(new Setting("channels.combined", null, "4", null))
                .contains(new Setting("channels.rx", null, null, "unsupported"))
                .hasSize((int) Knobs.all().stream()
                        .filter(knob ->
                                knob.kind() == Knob.Kind.SETTING && knob.name().startsWith("channels."))
                        .count());
    }

    @Test
    void a_family_is_named_only_where_none_of_its_members_is() {
        list.addGroup("feature.", () -> Map.of("rx-gro", "on"));
        assertThat(list.sorted()).containsExactly(new Setting("feature.rx-gro", null, "on", null));
        SettingList failed = new SettingList();
        failed.addGroup("feature.", () -> {
            throw new Errno("ethtool FEATURES_GET of interface 4", Errno.EOPNOTSUPP);
        });
        assertThat(failed.sorted()).containsExactly(new Setting("feature.*", null, null, "unsupported"));
    }

    @Test
    void settings_are_sorted_by_name_and_the_whole_objects_come_before_a_queues() {
        list.add("rps.cpus", "rx-1", Fact.of("0"));
        list.add("napi.threaded", "napi-8193", Fact.of("on"));
        list.add("rps.cpus", "rx-0", Fact.of("1"));
        list.add("napi.threaded", Fact.of("off"));
        assertThat(list.sorted())
                .extracting(setting -> setting.getName() + "/" + setting.getQueue())
                .containsExactly("napi.threaded/null", "napi.threaded/napi-8193", "rps.cpus/rx-0", "rps.cpus/rx-1");
    }
}
