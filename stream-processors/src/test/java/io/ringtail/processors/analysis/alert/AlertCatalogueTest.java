package io.ringtail.processors.analysis.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.AlertSeverity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules that ship, and what a user's file can say. */
@Timeout(60)
class AlertCatalogueTest {
    private static final Path RUNBOOKS = Path.of("..", "docs", "runbooks");

    @Test
    void theShippedRulesAreRight() {
        AlertRules rules = AlertCatalogue.shipped();
        assertThat(rules.rules())
                .extracting(AlertRule::name)
                .hasSizeGreaterThan(15)
                .doesNotHaveDuplicates();
        assertThat(rules.objectives()).isEmpty();
        assertThat(rules.baselines()).isEmpty();
    }

    @Test
    void everyRuleHasARunbookAndEveryRunbookARule() throws Exception {
        List<String> names =
                AlertCatalogue.shipped().rules().stream().map(AlertRule::name).toList();
        try (var files = Files.list(RUNBOOKS)) {
            assertThat(files.map(each -> each.getFileName().toString())
                            .filter(each -> !each.equals("README.md"))
                            .map(each -> each.replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(names);
        }
        for (String name : names) {
            String text = Files.readString(RUNBOOKS.resolve(name + ".md"));
            assertThat(text).startsWith("# " + name + "\n").contains("## What it means", "## What to do");
        }
    }

    @Test
    void aUsersFileTakesOverSingleKeysAddsRulesAndTakesSomeAway() {
        AlertRules rules = AlertCatalogue.changedBy("""
                rules:
                  RingtailTailOverObjective: {for: 5s of 10s}
                  RingtailLoss: {enabled: false}
                  SlowMedian:
                    severity: info
                    says: the median is slow
                    when: [{figure: p50-us, above: 50}]
                    for: 3s of 5s
                objectives:
                  - {path: "trade-*", figure: p99-us, above: 80, clear: 70}
                baselines:
                  - {host: "trade-?", settings: {coalesce.rx-usecs: 0, coalesce.adaptive-rx: off}}
                """);
        assertThat(rules.rules())
                .extracting(AlertRule::name)
                .contains("SlowMedian")
                .doesNotContain("RingtailLoss");
        AlertRule.Level tail = level(rules, "a:eth0 > b:eth0 udp_rr 40/40 1000/s", "RingtailTailOverObjective");
        assertThat(tail.severity()).isEqualTo(AlertSeverity.CRITICAL);
        assertThat(tail.seconds()).isEqualTo(5);
        assertThat(tail.of()).isEqualTo(10);
        assertThat(tail.when().getFirst().above()).isEqualTo(10_000);
        AlertRule.Level trade = level(rules, "trade-1:eth0 > b:eth0 udp_rr 40/40 1000/s", "RingtailTailOverObjective");
        assertThat(trade.when().getFirst().above()).isEqualTo(80);
        assertThat(trade.when().getFirst().clear()).isEqualTo(70);
        assertThat(rules.declared("trade-1", "eth7", "coalesce.rx-usecs")).contains("0");
        assertThat(rules.declared("trade-1", "eth7", "coalesce.adaptive-rx")).contains("off");
        assertThat(rules.declared("trade-11", "eth7", "coalesce.rx-usecs")).isEmpty();
    }

    private static AlertRule.Level level(AlertRules rules, String label, String name) {
        return rules.forPath(label).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anEmptyFileChangesNothing() {
        assertThat(AlertCatalogue.changedBy("# nothing\n").rules())
                .extracting(AlertRule::name)
                .isEqualTo(AlertCatalogue.shipped().rules().stream()
                        .map(AlertRule::name)
                        .toList());
    }

    @Test
    void allFaultsAreToldAtOnceEachWithItsPlace() {
        assertThatThrownBy(() -> AlertCatalogue.changedBy("""
                        rules:
                          RingtailLoss: {severity: urgent, fro: 5m}
                          RingtailTailOverObjective: {for: 70s of 80s}
                          no-name: 3
                          Mixed:
                            severity: info
                            says: mixed
                            when: [{figure: p99-us, above: x}, {figure: softnet.droped, above: 1}, {figure: loss, above: 1, clear: 2}]
                            for: 1s of 1s
                          Other: {severity: info, says: x, on: full-moon, hold: long, knobs: [no.such]}
                        objectives: [{figure: bql.pressure, above: 1}]
                        baselines: [{host: a, settings: {rx-usecs: 3}}]
                        bases: 1
                        """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rules.RingtailLoss.severity: info, warning or critical, and not urgent")
                .hasMessageContaining("rules.RingtailLoss.fro: no such key")
                .hasMessageContaining("rules.RingtailTailOverObjective.for: \"20s of 30s\" is meant")
                .hasMessageContaining("rules.no-name: a name has letters")
                .hasMessageContaining("rules.Mixed.when[0].above: a number is needed, and not \"x\"")
                .hasMessageContaining("rules.Mixed.when[1].figure: no figure: softnet.droped")
                .hasMessageContaining("rules.Mixed.when[2].clear: it is over above")
                .hasMessageContaining("rules.Mixed: its figures are not measured together")
                .hasMessageContaining("rules.Other: when is missing, or on, one of regression")
                .hasMessageContaining("rules.Other.hold: 30s, 10m or 2h is meant, and not \"long\"")
                .hasMessageContaining("rules.Other.knobs: no setting of the knob catalogue fits no.such")
                .hasMessageContaining("objectives[0].figure: no figure of a path: bql.pressure")
                .hasMessageContaining("objectives[0].path: it is missing")
                .hasMessageContaining("baselines[0].settings: no setting of the knob catalogue: rx-usecs")
                .hasMessageContaining("bases: no such key; there are baselines, objectives, rules");
        assertThatThrownBy(() -> AlertCatalogue.changedBy("rules: [\n"))
                .hasMessageContaining("line ")
                .hasMessageContaining("no YAML");
        assertThatThrownBy(() -> AlertCatalogue.changedBy("- 1\n"))
                .hasMessageContaining("rules, objectives, baselines");
    }
}
