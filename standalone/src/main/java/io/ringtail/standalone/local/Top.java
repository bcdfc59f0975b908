package io.ringtail.standalone.local;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.AgentConfig;
import io.ringtail.collectors.Source;
import io.ringtail.standalone.cli.Terminal;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A view of this host in the terminal, every second, from an agent whose records go nowhere else. */
public final class Top {
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";
    private static final Duration FIRST_RATES = Duration.ofSeconds(10);

    private final Terminal terminal;
    private final boolean clears;

    /** {@code clears}: whether each view takes the place of the one before. */
    public Top(Terminal terminal, boolean clears) {
        this.terminal = terminal;
        this.clears = clears;
    }

    /** Shows so many views, one a second; 0 for no end. Closes the sources. */
    public void run(AgentConfig config, List<Source> sources, long views) throws InterruptedException {
        LastRecords records = new LastRecords();
        try (Agent agent = new Agent(config, sources, records)) {
            agent.start();
            records.awaitRates(FIRST_RATES);
            for (long view = 0; views == 0 || view < views; view++) {
                Thread.sleep(Duration.ofSeconds(1));
                show(config.host(), records.take());
            }
        }
    }

    private void show(String host, LastRecords.View view) {
        String head = host + "   " + LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS)
                + "   (dash: not known)\n";
        terminal.result((clears ? HOME_AND_CLEAR : "") + head + TopText.of(view));
    }
}
