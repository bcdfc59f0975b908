package io.ringtail.processors.history.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ringtail.processors.analysis.accounts.Accounts;
import io.ringtail.processors.history.AgentNote;
import io.ringtail.processors.history.Bounded;
import io.ringtail.processors.history.ChangeEntry;
import io.ringtail.processors.history.Configuration;
import io.ringtail.processors.history.CurvePoint;
import io.ringtail.processors.history.DetailedReport;
import io.ringtail.processors.history.HeatMap;
import io.ringtail.processors.history.Missing;
import io.ringtail.processors.history.PathAccounts;
import io.ringtail.processors.history.PathDetails;
import io.ringtail.processors.history.PathReport;
import io.ringtail.processors.history.PathSegments;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.ReportSamples;
import io.ringtail.processors.history.SettingAt;
import io.ringtail.processors.history.TimeRange;
import io.ringtail.schemas.histogram.BucketLayout;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

@Timeout(60)
class ReportFormTest {
    private static final long START_NS = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final TimeRange RANGE = new TimeRange(START_NS, START_NS + 900 * SECOND_NS);
    private static final String LABEL = "a:eth0 > b:<eth1> udp_rr 40/40 1000/s";

    private static PathReport totals(Long p999Ns) {
        return ReportSamples.path(LABEL, p999Ns);
    }

    private static Configuration configuration(String name, int second, String usecs, String... moved) {
        return new Configuration(
                name,
                START_NS + second * SECOND_NS,
                List.of("epoch-" + name),
                new TreeMap<>(Map.of("responder.coalesce.rx-usecs", usecs)),
                new TreeSet<>(List.of(moved)),
                totals(80_000L));
    }

    private static DetailedReport report() {
        List<CurvePoint> curve = List.of(
                new CurvePoint(START_NS, 300 * SECOND_NS, totals(60_000L)),
                new CurvePoint(START_NS + 300 * SECOND_NS, 300 * SECOND_NS, totals(null)),
                new CurvePoint(START_NS + 600 * SECOND_NS, 300 * SECOND_NS, totals(70_000L)));
        HeatMap heatMap = new HeatMap(
                START_NS,
                300 * SECOND_NS,
                3,
                List.of(
                        new HeatMap.Cell(0, BucketLayout.index(10_000), 1_000),
                        new HeatMap.Cell(2, BucketLayout.index(90_000), 1)));
        PathDetails path = new PathDetails(
                totals(null),
                List.of(configuration("A", 0, "18"), configuration("B", 60, "100", "p99")),
                List.of(),
                new PathAccounts(
                        "id",
                        LABEL,
                        new Accounts(
                                132_440, 24_721, 25_551, 690.0, 81_478, "looks like an interrupt timer", List.of()),
                        null),
                new PathSegments(
                        "id",
                        LABEL,
                        200,
                        List.of(
                                new PathSegments.Part("WIRE", 20_000, List.of(new PercentileValue(50, 10_000L, null))),
                                new PathSegments.Part("SEND", 20_000, List.of()))),
                curve,
                heatMap,
                List.of(new SettingAt(
                        START_NS, "a", null, "interface:eth0", "coalesce.rx-usecs", null, null, "us", "no driver")),
                List.of(),
                new Missing(
                        890,
                        10,
                        List.of(new Missing.Counted("COMPLETE", 885), new Missing.Counted("PROBER_ONLY", 5)),
                        List.of()));
        ChangeEntry change = new ChangeEntry(
                "c1",
                START_NS + 60 * SECOND_NS - 10_000_000,
                START_NS + 60 * SECOND_NS,
                "b",
                null,
                "interface:eth1",
                "eth1",
                "NOTIFICATION",
                List.of(
                        new ChangeEntry.Knob("coalesce.rx-usecs", null, "18", "100", "us"),
                        new ChangeEntry.Knob("irq.affinity", "rx-0", null, "0-1", null)),
                List.of(new ChangeEntry.Path("id", "RESPONDER")),
                false);
        return new DetailedReport(
                RANGE,
                300 * SECOND_NS,
                List.of(path),
                new Bounded<>(List.of(change), false),
                List.of(new AgentNote("b", null, "0.1.0", "RUNNING", null, 0, 2)));
    }

    private static DetailedReport nothing() {
        return new DetailedReport(RANGE, SECOND_NS, List.of(), new Bounded<>(List.of(), false), List.of());
    }

    @Test
    void textIsReadableInHundredColumns() {
        String text = ReportForm.TEXT.write(report());
        assertThat(text).isEqualTo("""
                Ringtail report, 2026-01-01 00:00:00.000 to 2026-01-01 00:15:00.000 UTC

                a:eth0 > b:<eth1> udp_rr 40/40 1000/s  (simulated)
                --------------------------------------------------
                Sent 900,000, received 899,990, lost 10 (0.0011 %), duplicated 1, late 2, reordered 3, flagged 4;
                900 windows.
                     min      p50      p99  p99.9      max     mean
                  900 ns  31.2 us  48.0 us      -  4.10 ms  31.9 us
                - p99.9 is absent: fewer than 10 samples beyond it: 3 of 3000
                999.9 transactions/s. CPU per transaction: prober 20.1 us, responder -.

                Settings side by side
                     since             windows   tx/s  prober CPU/tx  resp. CPU/tx      p50  p90        p99    p99.9
                  A  2026-01-01            900  999.9        20.1 us             -  31.2 us    -    48.0 us  80.0 us
                     00:00:00
                  B  2026-01-01            900  999.9        20.1 us             -  31.2 us    -  [48.0 us]  80.0 us
                     00:01:00
                - A: responder.coalesce.rx-usecs = 18
                - B: responder.coalesce.rx-usecs = 100
                In brackets: what the changes that led there moved, significant at 95 %.

                Where a round trip goes
                - 132.4 us = CPU of the prober 24.7 us + CPU of the responder 25.6 us + wire 690 ns + rest 81.5 us
                - unaccounted 81.5 us of 132.4 us, looks like an interrupt timer
                  200 stamped                            mean  share      p50  p90  p99
                  NICs, wire, moderation (both ways)  20.0 us   50 %  10.0 us    -    -
                  prober: send to driver              20.0 us   50 %        -    -    -

                What is missing
                - 10 seconds between its windows have none
                - 5 windows are prober only

                Changes
                -------
                  seen at          host  of              setting           before     after   noticed by      within
                  2026-01-01       b     interface:eth1  coalesce.rx-usec  18 us      100 us  notification  10.00 ms
                  00:01:00.000                           s
                  2026-01-01       b     interface:eth1  irq.affinity      not known  0-1     notification  10.00 ms
                  00:01:00.000                           [rx-0]

                Agents
                ------
                  host  version  state    records lost  own pauses  not read
                  b     0.1.0    RUNNING             0           2  nothing
                """);
        assertThat(text.lines()).allMatch(line -> line.length() <= PlainText.WIDTH);
    }

    @Test
    void wideTablesWrapTheirTextAndNeverTheirNumbers() {
        Block table = new Block.Table(
                List.of(Block.Column.text("list"), Block.Column.number("count")),
                List.of(List.of("0-1,".repeat(40), "1,000,000")));
        assertThat(PlainText.of(List.of(table)).lines())
                .hasSize(3)
                .allMatch(line -> line.length() <= PlainText.WIDTH)
                .anyMatch(line -> line.startsWith("  0-1,") && line.endsWith("0-1,     1,000,000"));
    }

    @Test
    void nothingIsSaidToBeNothing() {
        for (ReportForm form : List.of(ReportForm.TEXT, ReportForm.MARKDOWN, ReportForm.HTML)) {
            assertThat(form.write(nothing()))
                    .contains("No path has windows in this time.")
                    .contains("No changes.");
        }
    }

    @Test
    void jsonHasAbsencesAndUnits() throws Exception {
        JsonNode json = new ObjectMapper().readTree(ReportForm.JSON.write(report()));
        assertThat(json.at("/paths/0/responderBusyNsPerTx").isNull()).isTrue();
        assertThat(json.at("/paths/0/percentiles/2/valueNs").isNull()).isTrue();
        assertThat(json.at("/paths/0/percentiles/2/absence").asText()).startsWith("fewer than");
        assertThat(json.at("/changes/rows/0/knobs/0/newValue").asText()).isEqualTo("100");
        assertThat(json.at("/accounts/0/accounts/wireNs").asDouble()).isEqualTo(690);
        assertThat(json.at("/segments/0/trips").asLong()).isEqualTo(200);
        assertThat(json.at("/agents/0/stalls").asLong()).isEqualTo(2);
        assertThat(json.at("/details/0/configurations/1/moved/0").asText()).isEqualTo("p99");
        assertThat(json.at("/details/0/curve")).hasSize(3);
        assertThat(json.at("/details/0/proberSettings/0/absence").asText()).isEqualTo("no driver");
    }

    @Test
    void csvHasARowForEachStepAndNothingWhereAValueIsAbsent() {
        List<String> lines = ReportForm.CSV.write(report()).lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst())
                .startsWith("path_id,label,start,length_s,windows,sent,")
                .contains(",min_ns,p50_ns,p90_ns,p95_ns,p99_ns,p99_9_ns,max_ns,");
        assertThat(lines.get(2))
                .startsWith("id,\"" + LABEL + "\",2026-01-01T00:05:00Z,300,900,900000,")
                .contains(",900,31234,,,48000,,4100000,")
                .endsWith(",20100.0,");
    }

    @Test
    void markdownShowsTextAsItIs() {
        String text = ReportForm.MARKDOWN.write(report());
        assertThat(text)
                .contains("## a:eth0 &gt; b:&lt;eth1&gt; udp\\_rr 40/40 1000/s")
                .contains("| min | p50 | p99 | p99.9 | max | mean |\n| --: | --: |")
                .contains("| 900 ns | 31.2 us | 48.0 us | - | 4.10 ms | 31.9 us |")
                .contains("\\[48.0 us\\]")
                .contains("<details><summary>Settings of the prober at the end (1)</summary>");
        assertThat(Markdown.escape("a|b *c* `d` \\ #1")).isEqualTo("a\\|b \\*c\\* \\`d\\` \\\\ \\#1");
    }

    @Test
    void htmlIsOneWellFormedPageThatAsksForNothing() throws Exception {
        String html = ReportForm.HTML.write(report());
        Document page = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html)));
        assertThat(page.getElementsByTagName("h2").item(0).getTextContent()).startsWith(LABEL);
        assertThat(page.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.getElementsByTagName("link").getLength()).isZero();
        assertThat(html).doesNotContain("src=\"http").doesNotContain("url(").doesNotContain("@import");
        assertThat(page.getElementsByTagName("details").getLength()).isEqualTo(1);
    }

    @Test
    void curvesBreakWhereAPercentileIsAbsent() {
        String html = ReportForm.HTML.write(report());
        assertThat(count(html, "class=\"curve p99_9\"")).isEqualTo(1 + 2);
        assertThat(count(html, "class=\"curve p50\"")).isEqualTo(1 + 1);
        assertThat(html).contains("<title>2026-01-01 00:01:00.000 b: coalesce.rx-usecs, irq.affinity</title>");
    }

    private static long count(String text, String part) {
        return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
    }

    @Test
    void pictureHasTheSamplesAtTheirTimesAndDurations() throws Exception {
        Matcher uri = Pattern.compile("data:image/png;base64,([^\"]+)").matcher(ReportForm.HTML.write(report()));
        assertThat(uri.find()).isTrue();
        BufferedImage image =
                ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(uri.group(1))));
        assertThat(image.getWidth()).isEqualTo(3);
        assertThat(alpha(image, 0, HeatPicture.ROWS - 1)).isEqualTo(255);
        assertThat(alpha(image, 2, 0)).isBetween(1, 100);
        assertThat(alpha(image, 1, 0)).isZero();
        assertThat(alpha(image, 0, 0)).isZero();
    }

    private static int alpha(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) >>> 24;
    }

    @Test
    void ticksAreRoundAndFew() {
        assertThat(Ticks.durations(900, 45_000)).containsExactly(1_000L, 2_000L, 5_000L, 10_000L, 20_000L);
        assertThat(Ticks.durations(900, 4_500_000)).containsExactly(1_000L, 10_000L, 100_000L, 1_000_000L);
        assertThat(LongStream.of(Ticks.moments(START_NS + 1, START_NS + 900 * SECOND_NS))
                        .boxed())
                .hasSizeBetween(3, 8)
                .allMatch(moment -> moment % (60 * SECOND_NS) == 0);
    }
}
