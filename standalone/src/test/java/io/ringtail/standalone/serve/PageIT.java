package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.End;
import io.ringtail.standalone.metrics.Metrics;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page in a real browser, over made-up data. */
@Timeout(180)
class PageIT {
    private static final String SHOWN = "document.querySelectorAll('#paths .card').length === 2";
    private static final String LIVE = "document.documentElement.dataset.state === 'live'";
    private static final String NASTY = "<img src=x onerror=\"document.title='taken'\">\"'\u00e9\u732b";

    private static Browser browser;

    private final SyntheticPage page = new SyntheticPage(false);
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
    private WebServer server;

    @BeforeAll
    static void open() throws IOException {
        browser = Browser.start();
    }

    @AfterAll
    static void quit() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void stop() {
        browser.leave();
        ticker.shutdownNow();
        if (server != null) {
            server.close();
        }
    }

    private String serve(LiveModel model, int port) {
        WebConfig config = new WebConfig(WebConfig.DEFAULT_BIND, port, Optional.empty());
        server = new WebServer(config, model, Optional.empty(), new FakeRegistry(), new Metrics("test")).start();
        return server.url();
    }

    private void tick() {
        var unused = ticker.scheduleAtFixedRate(page::now, 0, 1, TimeUnit.SECONDS);
    }

    @Test
    void showsCurvesThatMoveMarkersAndChanges() throws Exception {
        String url = serve(page.past().model(), 0);
        tick();
        for (String theme : List.of("dark", "light")) {
            browser.open(url + "?theme=" + theme, 1400, 1000);
            browser.await(SHOWN);
            browser.await(LIVE);
            browser.await("document.querySelectorAll('#changes li').length === 2");
            browser.screenshot("page-" + theme);
        }

        assertThat(browser.text("#changes")).contains("feature.tx-nocache-copy off → on", "b veth1");
        assertThat(browser.text("#percentiles")).contains("p50", "p99.9", "µs");
        assertThat(browser.text("#segments"))
                .contains("stamped round trips", "responder: kernel to reflector", "30.0 %", "prober: send to driver");
        browser.eval("const s = document.getElementById('gauge'); s.value = 'cpu.busy';"
                + " s.dispatchEvent(new Event('change'))");
        browser.await("[...document.querySelectorAll('#gauges .u-value')].some((v) => v.textContent === '50.0 %')");
        assertThat(colours("#percentiles canvas")).isGreaterThan(20);
        assertThat(colours("#heatmap canvas")).isGreaterThan(30);
        browser.eval("window.before = document.querySelector('#percentiles .u-value').textContent");
        browser.await("document.querySelector('#percentiles .u-value').textContent > window.before");
        browser.assertQuiet();
    }

    @Test
    void tellsWhatMovedTheTailAndOpensItFromTheChange() throws Exception {
        String url = serve(page.past().model(), 0);
        tick();
        browser.open(url, 1400, 1000);
        browser.await(SHOWN);
        browser.await("document.querySelectorAll('#effects > li').length === 2");

        assertThat(browser.text("#effects > li:first-child summary"))
                .contains("prober.coalesce.rx-usecs 100 → 8 us moved the tail: improved", "p99 [−48.0 µs");
        assertThat(browser.text("#effects > li:last-child summary"))
                .contains("cannot tell: responder.feature.tx-nocache-copy off → on and responder.irq.affinity 1 → 0-7"
                        + " changed together");
        browser.eval("document.querySelector('#changes li button:not([hidden])').click()");
        browser.await("document.querySelectorAll('#effects .distribution path').length === 2");
        browser.screenshot("page-effects");
        browser.assertQuiet();
    }

    @Test
    void tellsUnannouncedShiftsAndWhatMovesWithTheTail() throws Exception {
        browser.open(serve(page.past().model(), 0), 1400, 1000);
        browser.await(SHOWN);
        browser.await("document.querySelectorAll('#shifts > li').length === 1");
        browser.await("document.querySelectorAll('#moving > li').length === 1");

        assertThat(browser.text("#shifts"))
                .contains("p99 40.0 µs → 90.0 µs: [+125.0 %, +110.0 … +140.0]")
                .contains("responder, setting of host: irq.affinity of eth9 0 -> 3", "3.00 s apart");
        assertThat(browser.text("#moving"))
                .contains("responder.bql.pressure (max over queues) moves with the tail: rank correlation +0.62")
                .contains("high (at least 0.8) 12 % of the time, with 71 % of the tail in it: 18 times as likely");
        browser.screenshot("page-shifts");
        browser.assertQuiet();
    }

    @Test
    void showsWhatFiresFirstAndWhatWasResolvedLately() throws Exception {
        String url = serve(page.past().model(), 0);
        browser.open(url + "#alert=alert-RingtailLoss", 1400, 1000);
        browser.await(SHOWN);
        browser.await("document.querySelectorAll('#alerts > li').length === 3");

        assertThat(browser.text("#alerts-count")).isEqualTo("2 firing");
        assertThat(browser.text("#alerts > li:first-child"))
                .contains("critical", "summary of RingtailTailOverObjective", "since ");
        assertThat(browser.text("#alerts > li.target")).contains("RingtailLoss");
        assertThat(browser.text("#alerts > li.resolved")).contains("RingtailClockOff", ": cleared");
        browser.screenshot("page-alerts");
        browser.assertQuiet();
    }

    @Test
    void standsStillWhilePausedAndALinkShowsTheSame() throws Exception {
        String url = serve(page.past().model(), 0);
        browser.open(url, 1400, 1000);
        browser.await(SHOWN);
        key("1");
        browser.await("location.hash.includes('last=60')");
        key(" ");
        browser.await("document.querySelector('#pause').textContent === 'go on live'");
        browser.await("/from=[0-9]+&to=[0-9]+/.test(location.hash)");
        String hash = String.valueOf(browser.eval("return location.hash"));
        tick();
        tick();
        browser.await("document.querySelector('#pause').getAttribute('aria-pressed') === 'true'");
        assertThat(String.valueOf(browser.eval("return location.hash"))).isEqualTo(hash);

        browser.open(url + "?again" + hash, 1400, 1000);
        browser.await(SHOWN);
        browser.await("document.querySelector('#pause').textContent === 'go on live'");
        assertThat(String.valueOf(browser.eval("return location.hash"))).isEqualTo(hash);
        key(" ");
        browser.await("document.querySelector('#pause').textContent === 'pause'");
        browser.assertQuiet();
    }

    @Test
    void draggingZoomsIn() throws Exception {
        browser.open(serve(page.past().model(), 0), 1400, 1000);
        browser.await(SHOWN);
        browser.drag("#percentiles .u-over", 0.4, 0.6);
        browser.await("/from=[0-9]+&to=[0-9]+/.test(location.hash)");
        Number length = (Number) browser.eval("""
                const values = new URLSearchParams(location.hash.slice(1));
                return Number(values.get('to')) - Number(values.get('from'));
                """);
        assertThat(length.longValue()).isBetween(45_000L, 75_000L);
        browser.assertQuiet();
    }

    @Test
    void theSecondsShownComeAsCsv() throws Exception {
        browser.open(serve(page.past().model(), 0), 1400, 1000);
        browser.await(SHOWN);
        key("1");
        browser.eval(
                "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; };"
                        + " HTMLAnchorElement.prototype.click = () => {};");
        key("c");
        browser.await("window.saved !== undefined");
        List<String> lines =
                String.valueOf(browser.eval("return window.saved")).lines().toList();
        assertThat(lines.getFirst())
                .startsWith("path,start,duration_ms,completeness,sent,received,lost,p50_ns")
                .endsWith("remarks");
        assertThat(lines).hasSizeBetween(55, 63);
        assertThat(lines.get(1)).matches("a:eth0 > b:veth1 .+,20\\d\\d-.+Z,1000,COMPLETE,1000,.*");
        key("?");
        browser.await("document.querySelector('#keys').open");
        browser.screenshot("page-keys");
        browser.assertQuiet();
    }

    private void key(String key) {
        browser.eval("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '" + key + "', bubbles: true}))");
    }

    @Test
    void aNewChangeAppearsWithItsMarker() throws Exception {
        String url = serve(page.past().model(), 0);
        tick();
        browser.open(url, 1400, 1000);
        browser.await(SHOWN);
        page.change(Synthetic.change(
                "b",
                "veth1",
                System.currentTimeMillis(),
                "channels.combined",
                "4",
                "2",
                SyntheticPage.NIC_PATH,
                End.RESPONDER));
        browser.await("document.querySelector('#changes li .number')?.textContent === '3'");

        assertThat(browser.text("#changes li")).contains("channels.combined 4 → 2");
        browser.assertQuiet();
    }

    @Test
    void showsTheNicsAndWhatMayNotBeRead() throws Exception {
        browser.open(serve(page.past().model(), 0), 1400, 1000);
        browser.await("document.querySelectorAll('.host').length === 2");
        browser.await("document.querySelectorAll('.interface[open] .percpu i').length > 0");
        String host = browser.all(".host").get(1).getText();

        assertThat(host).contains("veth1", "virtio_net", "10 Gbit/s", "rx-dropped 12/s", "CAP_BPF", "unsupported");
        browser.eval("const s = document.querySelector('.interface[open] input');"
                + "s.value = 'nocache'; s.dispatchEvent(new Event('input'))");
        browser.await("document.querySelector('.interface[open] .settings tbody').children.length === 1");
        assertThat(browser.text(".interface[open] .settings")).contains("feature.tx-nocache-copy");
        browser.assertQuiet();
    }

    @Test
    void saysThatLoopbackSeesNoNicAndCanBeUsedFromTheKeyboard() throws Exception {
        browser.open(serve(page.past().model(), 0), 1400, 1000);
        browser.await(SHOWN);
        browser.eval(
                "document.querySelector('.card[aria-selected=true]').focus();"
                        + "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))");
        browser.await("document.activeElement.textContent.includes('loopback')");

        assertThat(browser.text("#path-tags")).contains("loopback: sees no NIC");
        browser.assertQuiet();
    }

    @Test
    void fitsAPhone() throws Exception {
        String url = serve(page.past().model(), 0);
        tick();
        browser.open(url + "?theme=dark", 360, 780);
        browser.await(SHOWN);
        browser.await(LIVE);
        browser.await("document.querySelectorAll('.host').length === 2");
        browser.screenshot("page-phone");

        assertThat((Boolean) browser.eval("return document.documentElement.scrollWidth <= 360"))
                .isTrue();
        browser.assertQuiet();
    }

    @Test
    void waitsForTheFirstWindow() throws Exception {
        browser.open(serve(new LiveModel(InstantSource.system()), 0), 1000, 700);
        browser.await("document.querySelector('#state-text').textContent === 'connected, no data yet'");
        browser.screenshot("page-empty");

        assertThat(browser.text("#empty")).contains("Waiting for the first window");
        browser.assertQuiet();
    }

    @Test
    void saysWhenDataAreStaleAndWhenTheServerIsAway() throws Exception {
        String url = serve(page.past().model(), 0);
        int port = server.port();
        browser.open(url + "?theme=dark", 1400, 1000);
        browser.await("document.documentElement.dataset.state === 'stale'");
        assertThat(browser.text("#state")).contains("no new window since");
        server.close();
        browser.await("document.documentElement.dataset.state === 'down'");
        assertThat(browser.text("#state")).contains("reconnecting");
        browser.screenshot("page-away");
        serve(page.model(), port);
        tick();
        browser.await(LIVE);
    }

    @Test
    void namesFromHostsAreShownNotRun() throws Exception {
        Synthetic synthetic = new Synthetic(true);
        LiveModel model = new LiveModel(InstantSource.system());
        LiveRecords records = new LiveRecords(model);
        long now = System.currentTimeMillis();
        var path = Synthetic.path(NASTY, NASTY, NASTY, NASTY);
        records.accept(synthetic.agent(NASTY, now, List.of(NASTY)));
        records.accept(synthetic.window(path, now - 1000, 20_000, 5, 0));
        records.accept(synthetic.settings(NASTY, NASTY, now, NASTY));
        records.accept(synthetic.rings(NASTY, NASTY, now, 3));
        records.accept(synthetic.interrupts(NASTY, NASTY, now));
        records.accept(Synthetic.change(NASTY, NASTY, now, NASTY, NASTY, NASTY, path, End.PROBER));
        browser.open(serve(model, 0), 1400, 1000);
        browser.await("document.querySelector('.host h2') !== null");

        assertThat(browser.text(".host h2")).isEqualTo(NASTY);
        assertThat(browser.text("#path-label")).contains(NASTY);
        assertThat(browser.all("main img, main script")).isEmpty();
        assertThat((String) browser.eval("return document.title")).doesNotContain("taken");
        assertThat(browser.text("#path-tags")).contains("simulated");
        browser.assertQuiet();
    }

    private static long colours(String canvas) {
        return (Long) browser.eval("const c = document.querySelector('" + canvas + "');"
                + "const d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);"
                + "return new Set(d).size");
    }
}
