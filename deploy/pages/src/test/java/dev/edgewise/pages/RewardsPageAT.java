package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

class RewardsPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private static final String CELL = "#map button[aria-label^='ns.fibo on %s:']";

    private final PageServer server = new PageServer("reward-monitor");

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    private static String reward(double value, double confidence, String state) {
        return "{\"value\": " + value + ", \"samples\": 3.2, \"confidence\": " + confidence + ", \"state\": \"" + state
                + "\", \"stale\": false}";
    }

    private static String cell(String node, String observed, String reward) {
        return "{\"type\": \"ns.fibo\", \"node\": \"" + node + "\", " + observed + "\"reward\": " + reward
                + ", \"failures\": 1, \"why\": \"Closed for the first time.\", \"outcomes\": [{\"at\": \"2026-01-02T12:00:00Z\", "
                + "\"cause\": \"CRASH\", \"value\": 0, \"pod\": \"ns/fibo-1\", \"detail\": \"exit code 1\"}]}";
    }

    private void shows(String... cells) {
        String type = "{\"type\": \"ns.fibo\", \"reward\": " + reward(0.4, 0.9, "open") + ", \"nodes\": " + cells.length
                + ", \"quarantined\": 1}";
        server.answers("/api/v1/rewards", "{\"items\": [" + type + "], \"continue\": null}")
                .answers(
                        "/api/v1/rewards/ns.fibo",
                        "{\"type\": " + type + ", \"nodes\": {\"items\": [" + String.join(",", cells)
                                + "], \"continue\": null}}");
        server.answers("/api/v1/rewards/ns.fibo/edge-1", cells[0]);
    }

    private String classOf(String node) {
        return browser.find(CELL.formatted(node)).getDomAttribute("class");
    }

    @Test
    void coloursShowWhatWasObservedAndNoPrior() {
        shows(
                cell("edge-1", "\"observed\": 0.02, ", reward(0.2, 0.8, "quarantined")),
                // The prior is bad, as the type fails elsewhere; all that was seen here is good.
                cell("edge-2", "\"observed\": 1, ", reward(0.45, 0.6, "open")),
                cell("edge-3", "", reward(0.27, 0, "open")),
                cell("edge-10", "\"observed\": 1, ", reward(0.54, 0.05, "open")));
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.until(() -> browser.all("#map button.cell").size() == 4);
        browser.picture("rewards");

        assertThat(classOf("edge-1")).isEqualTo("cell swatch bad quarantined");
        assertThat(classOf("edge-2")).isEqualTo("cell swatch good");
        assertThat(classOf("edge-3")).as("nothing ran there").isEqualTo("cell unknown");
        assertThat(classOf("edge-10")).as("5 % sure").isEqualTo("cell unknown");
        assertThat(browser.texts("#map thead span")).containsExactly("edge-1", "edge-2", "edge-3", "edge-10");
    }

    @Test
    void aValueIsPalerTheLessItIsSure() {
        shows(
                cell("edge-1", "\"observed\": 0.1, ", reward(0.2, 1, "open")),
                cell("edge-2", "\"observed\": 0.1, ", reward(0.2, 0.3, "open")));
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.until(() -> browser.all("#map button.cell").size() == 2);

        String background = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue('--sure')";
        assertThat(browser.run(background, CELL.formatted("edge-1"))).isEqualTo("100%");
        assertThat(browser.run(background, CELL.formatted("edge-2"))).isEqualTo("25%");
    }

    @Test
    void keysLeadToTheReasons() {
        shows(cell("edge-1", "\"observed\": 0.02, ", reward(0.2, 0.8, "quarantined")));
        browser.open(server.url("/"), 1280, 900, Theme.DARK);
        browser.until(() -> !browser.all("#map button.cell").isEmpty());

        assertThat(browser.reachesByTabulator("#map button.cell", 10)).isTrue();
        browser.press(Keys.ENTER);
        browser.until(() -> browser.text("#why h2").equals("ns.fibo on edge-1"));
        assertThat(browser.text("#why .state"))
                .isEqualTo("0.02 observed, reward 0.20, 80 % sure, quarantined; 3.2 samples, 1 failure");
        browser.picture("rewards-why-dark");
    }

    @Test
    void fitsATelephone() {
        shows(cell("edge-1", "\"observed\": 0.02, ", reward(0.2, 0.8, "quarantined")));
        browser.open(server.url("/"), 390, 844, Theme.LIGHT);
        browser.until(() -> !browser.all("#map button.cell").isEmpty());
        browser.find("#map button.cell").click();
        browser.until(() -> !browser.texts("#outcomes tbody td").isEmpty());
        browser.picture("rewards-390");

        assertThat(browser.overflow()).isZero();
        assertThat(browser.texts("#outcomes tbody td")).isEqualTo(List.of("CRASH", "0.00", "ns/fibo-1", "exit code 1"));
        assertThat(browser.number("Math.max(...[...document.querySelectorAll('#outcomes tbody td')]"
                        + ".map(cell => cell.getBoundingClientRect().right)) - innerWidth"))
                .as("no cell ends outside of the window")
                .isNegative();
    }
}
