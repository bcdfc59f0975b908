package io.ringtail.collectors.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DriverNamesTest {
    static final List<String> DRIVERS = DriverNames.DRIVERS;

    @ParameterizedTest
    @CsvSource({
        "mlx5_core, rx3_packets, QUEUE, RX, 3, packets",
        "mlx5_core, tx3_stopped, QUEUE, TX, 3, stops",
        "mlx5_core, ch3_poll, QUEUE, COMBINED, 3, polls",
        "mlx5_core, rx3_xsk_packets, XSK, RX, 3, packets",
        "mlx5_core, tx3_xdp_xmit, XDP, TX, 3, packets",
        "ice, rx_queue_3_packets, QUEUE, RX, 3, packets",
        "ixgbe, tx_queue_12_bytes, QUEUE, TX, 12, bytes",
        "igb, tx_queue_12_bytes, QUEUE, TX, 12, bytes",
        "igc, rx_queue_0_alloc_failed, QUEUE, RX, 0, alloc-fail",
        "i40e, rx-3.packets, QUEUE, RX, 3, packets",
        "i40e, rx-3.rx_packets, QUEUE, RX, 3, packets",
        "iavf, tx-3.tx_bytes, QUEUE, TX, 3, bytes",
        "sfc, tx-3.tx_packets, QUEUE, TX, 3, packets",
        "sfc, tx-xdp-cpu-3.tx_packets, XDP_CPU, TX, 3, packets",
        "ena, queue_3_tx_cnt, QUEUE, TX, 3, packets",
        "ena, queue_3_tx_queue_stop, QUEUE, TX, 3, stops",
        "ena, queue_3_rx_rx_copybreak_pkt, QUEUE, RX, 3, -rx_copybreak_pkt",
        "ena, queue_9_xdp_tx_cnt, XDP, TX, 9, packets",
        "gve, rx_bytes[3], QUEUE, RX, 3, bytes",
        "gve, rx_consumed_desc[3], QUEUE, RX, 3, -consumed_desc",
        "virtio_net, rx_queue_3_packets, QUEUE, RX, 3, packets",
        "virtio_net, rx3_kicks, QUEUE, RX, 3, kicks",
        "virtio_net, rx3_hw_packets, QUEUE, RX, 3, -hw_packets",
        "be2net, rxq3: rx_pkts, QUEUE, RX, 3, packets",
        "be2net, txq0: tx_stops, QUEUE, TX, 0, stops",
        "nfp, rvec_3_rx_pkts, QUEUE, RX, 3, packets",
        "mana, rx_3_packets, QUEUE, RX, 3, packets",
        "mana, rx_3_coalesced_cqe_2, QUEUE, RX, 3, -coalesced_cqe_2",
        "hv_netvsc, cpu3_rx_packets, CPU, RX, 3, -packets",
        "hv_netvsc, tx_queue_1_packets, QUEUE, TX, 1, packets",
        "bnxt_en, [3]: rx_ucast_packets, RING, RX, 3, packets",
        "bnxt_en, [3]: rx_drops, RING, RX, 3, drops",
        "bnxt_en, [3]: missed_irqs, RING, COMBINED, 3, -missed_irqs",
        "atlantic, Queue[3] InPackets, QUEUE, RX, 3, packets",
        "atlantic, Queue[3] Restarts, QUEUE, TX, 3, wakes",
        "mlx4_en, tx7_packets, QUEUE, TX, 7, packets",
        "veth, rx_queue_0_drops, QUEUE, RX, 0, drops",
        "veth, rx_queue_0_xdp_packets, QUEUE, RX, 0, -xdp_packets",
        "e1000e, rx_no_buffer_count, DEVICE, OTHER, 0, rx-no-buffer",
        "mlx5_core, rx_out_of_buffer, DEVICE, OTHER, 0, rx-no-buffer",
        "tg3, rxbds_empty, DEVICE, OTHER, 0, rx-no-buffer",
    })
    void a16EachDriversNameIsFound(
            String driver, String name, Scope scope, Direction direction, int number, String meaning) {
        Statistic found = DriverNames.of(driver).find(name).orElseThrow();
        assertThat(found.scope()).isEqualTo(scope);
        assertThat(found.direction()).isEqualTo(direction);
        assertThat(found.number()).isEqualTo(number);
        assertThat(found.canonical().orElse("-" + found.name())).isEqualTo(meaning);
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5_core, rx_prio0_bytes",
        "mlx5_core, ptp_rq0_packets",
        "i40e, port.rx_bytes",
        "i40e, veb.tc_3_rx_bytes",
        "tg3, rx_ucast_packets",
        "e1000e, rx_packets",
        "ice, rx_queue__packets",
        "unheard_of, rx_queue_0_packets"
    })
    void a16NamesThatAreNoQueuesAreUnknown(String driver, String name) {
        assertThat(DriverNames.of(driver).find(name)).isEmpty();
    }

    @Test
    void packetsOfABnxtRingAreTheSumOfItsKinds() {
        List<String> names = List.of("[0]: rx_ucast_packets", "[0]: rx_mcast_packets", "[0]: rx_bcast_packets");
        StatisticsPlan plan = StatisticsPlan.of(DriverNames.of("bnxt_en"), names, 10);
        assertThat(plan.series()).hasSize(1);
        assertThat(plan.series().getFirst().value(new long[] {5, 1, 1})).isEqualTo(7);
    }

    @Test
    void vmxnet3sIndentedNamesBelongToTheQueueAboveThem() {
        List<String> names = List.of(
                "Tx Queue#",
                "  ucast pkts tx",
                "Tx Queue#",
                "  ucast pkts tx",
                "Rx Queue#",
                "  pkts rx OOB",
                "tx timeout count");
        StatisticsPlan plan = StatisticsPlan.of(DriverNames.of("vmxnet3"), names, 10);
        assertThat(plan.series())
                .extracting(series -> series.direction() + " " + series.number() + " " + series.name())
                .containsExactly("OTHER 0 tx-timeouts", "RX 0 drops", "TX 0 packets", "TX 1 packets");
        assertThat(plan.series().getLast().positions()).containsExactly(3);
    }

    @Test
    void theFirstOfTwoNamesForOneValueIsPublishedAndTheOtherCounted() {
        List<String> names = List.of("rx-0.packets", "rx-0.rx_packets");
        StatisticsPlan plan = StatisticsPlan.of(DriverNames.of("i40e"), names, 10);
        assertThat(plan.series()).hasSize(1);
        assertThat(plan.keptToDriver()).isEqualTo(1);
    }

    @Test
    void a19AllNamesAreReadTheCanonicalOnesPublishedAndTheRestCounted() {
        List<String> names = mlx5(64, 300, 138);
        StatisticsPlan whole = StatisticsPlan.of(DriverNames.of("mlx5_core"), names, 2_048);
        assertThat(whole.names()).isEqualTo(19_338);
        assertThat(whole.overBudget()).isZero();
        assertThat(whole.unknown()).hasSize(138);
        assertThat(whole.series()).hasSize(64 * 4);
        StatisticsPlan tight = StatisticsPlan.of(DriverNames.of("mlx5_core"), names, 100);
        assertThat(tight.series()).hasSize(100);
        assertThat(tight.overBudget()).isEqualTo(64 * 4 - 100);
        assertThat(tight.series().getLast().number()).isEqualTo(24);
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void everyCanonicalNameIsAKnob(String driver) {
        DriverNames names = DriverNames.of(driver);
        assertThat(names.canonicalNames(false))
                .allMatch(name -> Knobs.named("queue." + name).isPresent());
        assertThat(names.canonicalNames(true))
                .allMatch(name -> Knobs.named("interface." + name).isPresent());
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void anyTextIsFoundOrUnknown(String driver) {
        Random random = new Random(16);
        DriverNames.Pass pass = DriverNames.of(driver).begin();
        String alphabet = "rtxqueh_-.[]: #0123456789packetsbyQIn";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(24);
            for (int c = 0; c < length; c++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Optional<Statistic> found = pass.next(text.toString());
            assertThat(found.map(Statistic::number).orElse(0)).isNotNegative();
        }
    }

    private static List<String> mlx5(int channels, int perChannel, int device) {
        List<String> names = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            names.addAll(List.of(
                    "rx" + channel + "_packets",
                    "rx" + channel + "_bytes",
                    "tx" + channel + "_packets",
                    "tx" + channel + "_bytes"));
            for (int i = 4; i < perChannel; i++) {
                names.add("rx" + channel + "_other_" + i);
            }
        }
        for (int i = 0; i < device; i++) {
            names.add("rx_prio" + i + "_bytes");
        }
        return names;
    }
}
