package io.ringtail.standalone.cli;

import io.ringtail.processors.history.EffectJson;
import io.ringtail.processors.history.EffectText;
import io.ringtail.schemas.record.Effect;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Everything known about one change. */
@Command(
        name = "explain",
        description = "Tell what is known of one change on each path, with the numbers behind each sentence.")
final class ExplainCommand extends HistoryOptions {
    @Parameters(paramLabel = "CHANGE-ID", description = "Id of the change, as ringtail effects prints it.")
    private String changeId;

    @Override
    protected String usualLast() {
        return "365d";
    }

    @Override
    public Integer call() {
        return ask(queries -> range -> {
            List<Effect> effects = queries.effectsOf(changeId, range);
            return json ? EffectJson.write(effects) : EffectText.explain(effects);
        });
    }
}
