package io.ringtail.standalone.serve;

import io.ringtail.schemas.record.AlertSeverity;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.Path;
import io.ringtail.standalone.metrics.Metrics;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The page over synthetic data, to look at: run {@code main} and open the address that it prints. */
final class SyntheticPage {
    static final Path NIC_PATH = Synthetic.path("a", "eth0", "b", "veth1");
    static final Path LOOPBACK = Synthetic.path("a", "lo", "a", "lo");

    private final LiveModel model = new LiveModel(InstantSource.system());
    private final LiveRecords records = new LiveRecords(model);
    private final Synthetic synthetic;
    private final long changeMs;

    SyntheticPage(boolean simulated) {
        this.synthetic = new Synthetic(simulated);
        this.changeMs = System.currentTimeMillis() / 1000 * 1000 - 240_000;
    }

    LiveModel model() {
        return model;
    }

    /** Ten minutes before now, with a silence of 25 s, a loss, and two changes. */
    SyntheticPage past() {
        long now = System.currentTimeMillis() / 1000 * 1000;
        for (long t = now - 600_000; t < now; t += 1000) {
            second(t, now);
        }
        records.accept(Synthetic.change(
                "b", "veth1", changeMs, "feature.tx-nocache-copy", "off", "on", NIC_PATH, End.RESPONDER));
        records.accept(Synthetic.change(
                "a", "eth0", changeMs + 130_000, "coalesce.rx-usecs", "100", "8", NIC_PATH, End.PROBER));
        records.accept(synthetic.effect(
                "one",
                NIC_PATH,
                changeMs + 130_000,
                List.of("aeth0coalesce.rx-usecs" + (changeMs + 130_000)),
                List.of(Synthetic.knob("prober.coalesce.rx-usecs", "100", "8", "us")),
                61_000,
                29_000));
        records.accept(synthetic.effect(
                "two",
                NIC_PATH,
                changeMs,
                List.of("bveth1feature.tx-nocache-copy" + changeMs),
                List.of(
                        Synthetic.knob("responder.feature.tx-nocache-copy", "off", "on", ""),
                        Synthetic.knob("responder.irq.affinity", "1", "0-7", "")),
                24_000,
                61_000));
        records.accept(Synthetic.shift(NIC_PATH, changeMs - 100_000));
        records.accept(Synthetic.associations(NIC_PATH, now));
        records.accept(Synthetic.alert(NIC_PATH, "RingtailLoss", AlertSeverity.WARNING, now - 40_000, null));
        records.accept(
                Synthetic.alert(NIC_PATH, "RingtailTailOverObjective", AlertSeverity.CRITICAL, now - 90_000, null));
        records.accept(
                Synthetic.alert(NIC_PATH, "RingtailClockOff", AlertSeverity.WARNING, now - 900_000, now - 60_000));
        records.accept(Synthetic.alert(
                NIC_PATH, "RingtailSoftnetDrops", AlertSeverity.WARNING, now - 9_000_000, now - 8_000_000));
        return this;
    }

    /** The second that has just ended. */
    void now() {
        long now = System.currentTimeMillis() / 1000 * 1000;
        second(now - 1000, now);
    }

    /** One change. */
    synchronized void change(Change change) {
        records.accept(change);
    }

    /** One more second. */
    synchronized void second(long t, long now) {
        boolean silent = t > now - 420_000 && t < now - 395_000;
        if (!silent) {
            double median = t < changeMs ? 24_000 : t < changeMs + 130_000 ? 61_000 : 29_000;
            int lost = t > now - 330_000 && t < now - 326_000 ? 140 : 0;
            records.accept(synthetic.window(NIC_PATH, t, median, t < changeMs ? 9 : 22, lost));
        }
        records.accept(synthetic.window(LOOPBACK, t, 11_000, 30, 0));
        for (String host : List.of("a", "b")) {
            String iface = host.equals("a") ? "eth0" : "veth1";
            records.accept(synthetic.agent(host, t, List.of("lo", iface)));
            records.accept(synthetic.settings(host, iface, t, "8"));
            records.accept(synthetic.rings(host, iface, t, host.equals("b") ? 12 : 0));
            records.accept(synthetic.interrupts(host, iface, t));
            records.accept(synthetic.cpus(host, t));
        }
    }

    /** Serves it, a new window each second, until the process is stopped. */
    public static void main(String[] args) throws InterruptedException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 18080;
        boolean empty = args.length > 1 && args[1].equals("empty");
        SyntheticPage page = new SyntheticPage(args.length > 1 && args[1].equals("simulated"));
        if (!empty) {
            page.past();
        }
        WebConfig config = new WebConfig(WebConfig.DEFAULT_BIND, port, Optional.empty());
        try (WebServer server = new WebServer(
                        config, page.model(), Optional.empty(), new FakeRegistry(), new Metrics("test"))
                .start()) {
            System.out.println(server.url());
            while (true) {
                Thread.sleep(1000);
                if (!empty) {
                    page.now();
                }
            }
        }
    }
}
