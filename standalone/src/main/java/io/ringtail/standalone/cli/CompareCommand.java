package io.ringtail.standalone.cli;

import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.history.HistoryJson;
import io.ringtail.processors.history.KnobPoolText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What one knob does, everything else equal. */
@Command(
        name = "compare",
        description =
                "Pool what one setting did to p99 over all its changes, everything else equal; significant values in"
                        + " square brackets.")
final class CompareCommand extends HistoryOptions {
    @Option(
            names = "--knob",
            required = true,
            paramLabel = "NAME",
            description = "The setting: coalesce.rx-usecs, or of one end alone prober.coalesce.rx-usecs.")
    private String knob;

    @Option(names = "--since", paramLabel = "TIME", description = "How far back: 24h, 30d (default 30d).")
    void since(String value) {
        setLast(value);
    }

    @Override
    protected String usualLast() {
        return "30d";
    }

    @Override
    public Integer call() {
        return ask(queries -> range -> {
            List<KnobPool> pools = queries.knobs().compare(knob, range);
            return json ? HistoryJson.of(pools) : KnobPoolText.of(pools);
        });
    }
}
