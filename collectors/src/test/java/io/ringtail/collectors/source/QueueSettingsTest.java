package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class QueueSettingsTest {
    private static final String BQL = "eth0/queues/tx-0/byte_queue_limits/";

    @TempDir
    private Path directory;

    private Tree tree;

    @BeforeEach
    void tree() {
        tree = new Tree(directory);
    }

    /** Case B18 A: the default limit is no limit, and an older kernel has no stall files. */
    @Test
    void byte_queue_limits_have_units_and_the_default_maximum_is_unlimited() {
        tree.file(BQL + "limit_min", "0").file(BQL + "limit_max", "1879048192").file(BQL + "hold_time", "1000");
        assertThat(settings())
                .containsEntry("bql.limit-min/tx-0", "0")
                .containsEntry("bql.limit-max/tx-0", "unlimited")
                .containsEntry("bql.hold-time/tx-0", "1000")
                .containsEntry("bql.stall-threshold/tx-0", "<unsupported>");
    }

    @Test
    void a_limit_that_somebody_set_is_its_bytes() {
        tree.file(BQL + "limit_max", "30000");
        assertThat(settings()).containsEntry("bql.limit-max/tx-0", "30000");
    }

    /** Case B18 B. */
    @Test
    void a_queue_without_byte_queue_limits_does_not_support_them() {
        tree.file("eth0/queues/tx-0/xps_cpus", "3");
        assertThat(settings())
                .containsEntry("bql.limit-max/tx-0", "<unsupported>")
                .containsEntry("bql.hold-time/tx-0", "<unsupported>");
    }

    @Test
    void steering_masks_are_cpu_lists_per_queue() {
        tree.file("eth0/queues/rx-0/rps_cpus", "00000000,0000000c").file("eth0/queues/rx-0/rps_flow_cnt", "4096");
        tree.file("eth0/queues/rx-10/rps_cpus", "0").file("eth0/queues/tx-1/xps_cpus", "2");
        assertThat(settings())
                .containsEntry("rps.cpus/rx-0", "2-3")
                .containsEntry("rps.flow-cnt/rx-0", "4096")
                .containsEntry("rps.cpus/rx-10", "none")
                .containsEntry("xps.cpus/tx-1", "1")
                .containsEntry("xps.rxqs/tx-1", "<unsupported>");
    }

    @Test
    void an_interface_without_a_directory_has_no_queues() {
        assertThat(settings()).isEmpty();
    }

    private Map<String, String> settings() {
        return Tree.settings(list -> QueueSettings.read(tree.path("eth0"), list));
    }
}
