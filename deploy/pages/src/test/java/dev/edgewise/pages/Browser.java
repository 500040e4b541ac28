package dev.edgewise.pages;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.Alert;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium for one class of tests, which are skipped where it is not installed: {@code EDGEWISE_CHROMIUM}
 * and {@code EDGEWISE_CHROMEDRIVER} name other places than those of Debian.
 */
final class Browser implements BeforeAllCallback, AfterAllCallback {
    private static final Path CHROMIUM = place("EDGEWISE_CHROMIUM", "/usr/bin/chromium");
    private static final Path DRIVER = place("EDGEWISE_CHROMEDRIVER", "/usr/bin/chromedriver");

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Silent about versions of a protocol that is not used here; held, as loggers are forgotten otherwise. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private ChromeDriver driver;

    private static Path place(String variable, String usual) {
        return Path.of(System.getenv().getOrDefault(variable, usual));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeTrue(Files.isExecutable(CHROMIUM), "no Chromium at " + CHROMIUM);
        assumeTrue(Files.isExecutable(DRIVER), "no ChromeDriver at " + DRIVER);
        SELENIUM.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-quic",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--force-device-scale-factor=1");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .usingAnyFreePort()
                        .withTimeout(PATIENCE)
                        .withSilent(true)
                        .build(),
                options);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (driver != null) {
            driver.quit();
        }
    }

    /** Opens a page of a size, light or dark. */
    void open(String url, int width, int height, Theme theme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of(
                                "name", "prefers-color-scheme", "value", theme == Theme.DARK ? "dark" : "light"))));
        driver.get(url);
        until(() -> !text("#summary").equals("Loading …"));
    }

    void until(BooleanSupplier condition) {
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(condition::getAsBoolean);
    }

    /** Waits for a confirmation, cancels it, and returns its text. */
    String cancel() {
        Alert shown = confirmation();
        String text = shown.getText();
        shown.dismiss();
        return text;
    }

    /** Waits for a confirmation, and confirms it. */
    void confirm() {
        confirmation().accept();
    }

    private Alert confirmation() {
        return Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> driver.switchTo().alert(), Objects::nonNull);
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    String text(String css) {
        return find(css).getText();
    }

    List<String> texts(String css) {
        return all(css).stream().map(WebElement::getText).toList();
    }

    /** Presses keys, one after the other, on whatever has the focus. */
    void press(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
        }
    }

    /** Moves the focus by the tabulator until it is on an element, at most so many times. */
    boolean reachesByTabulator(String css, int most) {
        for (int i = 0; i < most; i++) {
            press(Keys.TAB);
            if (Boolean.TRUE.equals(run("return document.activeElement.matches(arguments[0])", css))) {
                return true;
            }
        }
        return false;
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    long number(String script, Object... arguments) {
        return ((Number) run("return " + script, arguments)).longValue();
    }

    /** Returns how much wider the page is than its window, in CSS pixels. */
    long overflow() {
        return number("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    /** Returns the warnings and errors of the page: refused styles, failed scripts. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** Keeps a picture of the page for people to look at, in {@code target/screenshots}. */
    void picture(String name) {
        try {
            Path folder = Files.createDirectories(Path.of("target/screenshots"));
            Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
