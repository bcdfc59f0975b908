package io.ringtail.standalone.cli;

import io.ringtail.processors.history.Bounded;
import io.ringtail.processors.history.EffectJson;
import io.ringtail.processors.history.EffectText;
import io.ringtail.schemas.record.Effect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What changes did to the tail. */
@Command(
        name = "effects",
        description =
                "List what each change did to the round trips of each path; significant values in square brackets.")
final class EffectsCommand extends HistoryOptions {
    @Option(names = "--path", paramLabel = "PATH", defaultValue = "", description = "Path id, or a part of its label.")
    private String path;

    @Option(names = "--knob", paramLabel = "NAME", defaultValue = "", description = "A part of a setting's name.")
    private String knob;

    @Override
    protected String usualLast() {
        return "24h";
    }

    @Override
    public Integer call() {
        return ask(queries -> range -> {
            Bounded<Effect> effects = queries.effects(range, path, knob);
            return json ? EffectJson.write(effects.rows()) : EffectText.of(effects);
        });
    }
}
