package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TakesScreenshot;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real browser without a window, before the page of a real run. */
final class Browser {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Browser() {}

    /** Opens Debian's chromium with an empty profile of its own. */
    static WebDriver open(Path dir) throws IOException {
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + Files.createTempDirectory(dir.toAbsolutePath(), "browser"));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new java.io.File("/usr/bin/chromedriver"))
                .build();
        WebDriver driver = new ChromeDriver(service, options);
        driver.manage().window().setSize(new Dimension(1400, 2200));
        return driver;
    }

    /** Opens the page: curves move, the change is listed, both hosts are there, nothing is wrong; keeps a picture. */
    static void showsTheRun(WebDriver driver, String url, Path dir) throws IOException {
        driver.get(url);
        WebDriverWait wait = new WebDriverWait(driver, PATIENCE);
        wait.until(page ->
                !page.findElements(By.cssSelector("#percentiles canvas")).isEmpty());
        String first = facts(driver);
        wait.until(page -> !facts(page).equals(first));
        wait.until(page -> page.findElement(By.id("changes")).getText().contains("tx-nocache-copy"));
        assertThat(driver.findElement(By.id("path-label")).getText())
                .contains("alpha")
                .contains("beta");
        assertThat(driver.findElement(By.id("hosts")).getText())
                .contains("alpha")
                .contains("beta")
                .contains("veth0");
        assertThat(driver.findElement(By.id("state-text")).getText()).containsIgnoringCase("live");
        byte[] picture = ((TakesScreenshot) driver).getScreenshotAs(OutputType.BYTES);
        Files.createDirectories(Path.of("target", "screenshots"));
        Files.write(Path.of("target", "screenshots", "two-hosts.png"), picture);
        List<String> faults = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(Object::toString)
                .toList();
        assertThat(faults).as("messages of the browser's console").isEmpty();
    }

    private static String facts(WebDriver driver) {
        return driver.findElement(By.id("facts")).getText();
    }
}
