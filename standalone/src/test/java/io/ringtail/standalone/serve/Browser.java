package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The system's chromium, headless, with a profile of its own; screenshots go to target/screenshots. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Path profile;
    private final ChromeDriver driver;

    private Browser(Path profile, ChromeDriver driver) {
        this.profile = profile;
        this.driver = driver;
    }

    /** Starts it; skips the test where it is not installed. */
    static Browser start() throws IOException {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "needs chromium and chromedriver: apt-get install chromium chromium-driver");
        Path profile = Files.createTempDirectory("ringtail-browser");
        System.setProperty("webdriver.chrome.driver", DRIVER.toString());
        return new Browser(profile, new ChromeDriver(options(profile)));
    }

    private static ChromeOptions options(Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        return options;
    }

    /** Opens an address in a window of this size. */
    void open(String url, int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.get(url);
    }

    /** Leaves the page, and with it its connections; what it wrote to the console until now is forgotten. */
    void leave() {
        driver.get("about:blank");
        driver.manage().logs().get(LogType.BROWSER);
    }

    /** Presses at a share of an element's width, moves to another, lets go. */
    void drag(String selector, double from, double to) {
        WebElement element = driver.findElement(By.cssSelector(selector));
        int width = element.getSize().getWidth();
        new Actions(driver)
                .moveToElement(element, (int) ((from - 0.5) * width), 0)
                .clickAndHold()
                .moveByOffset((int) ((to - from) * width / 2), 5)
                .moveByOffset((int) ((to - from) * width / 2), 5)
                .release()
                .perform();
    }

    /** What a script returns. */
    Object eval(String script) {
        return driver.executeScript(script);
    }

    /** The text of the first element, as it is seen. */
    String text(String selector) {
        return driver.findElement(By.cssSelector(selector)).getText();
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Waits until a script returns true. */
    void await(String script) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(script)
                .until(d -> Boolean.TRUE.equals(((ChromeDriver) d).executeScript("return " + script)));
    }

    /** Keeps a picture of the whole page. */
    void screenshot(String name) throws IOException {
        Number width = (Number) eval("return innerWidth");
        Number height = (Number) eval("return document.documentElement.scrollHeight");
        Map<String, Object> clip = Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1);
        Object data = driver.executeCdpCommand(
                        "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip))
                .get("data");
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(name + ".png"), Base64.getDecoder().decode((String) data));
    }

    /** Fails if the page wrote an error or warning to the console since the last call. */
    void assertQuiet() {
        List<LogEntry> entries = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .toList();
        assertThat(entries).isEmpty();
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
