package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EnergyPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private final PageServer server = new PageServer("energy-adapter");

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    private String reading(String node, String level, double percent) {
        history(node, "[]", "[]");
        return "{\"node\": \"" + node + "\", \"level\": \"" + level + "\", \"percent\": " + percent
                + ", \"source\": \"push\", \"age\": \"PT3S\", \"stale\": false}";
    }

    private void shows(String... readings) {
        server.answers("/api/v1/energy", "{\"items\": [" + String.join(",", readings) + "], \"continue\": null}");
    }

    private static String points(Instant first, int count, int seconds) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"at\": \"" + first.plusSeconds((long) i * seconds) + "\", \"percent\": " + (60 - i)
                        + ", \"level\": \"vulnerable\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private void history(String node, String day, String recent) {
        server.answers(
                "/api/v1/energy/" + node + "/history",
                "{\"node\": \"" + node + "\", \"slot\": \"PT5M\", \"points\": " + day
                        + ", \"recentSlot\": \"PT10S\", \"recent\": " + recent + "}");
    }

    @Test
    void aCurveIsThereAfterTenSeconds() {
        Instant slot = Instant.ofEpochSecond(Instant.now().getEpochSecond() / 10 * 10);
        shows(reading("edge-1", "vulnerable", 59));
        history("edge-1", points(slot.truncatedTo(ChronoUnit.MINUTES), 1, 300), points(slot.minusSeconds(10), 2, 10));
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);

        // Two points are joined by a line.
        browser.until(() ->
                String.valueOf(browser.find(".curve").getDomAttribute("d")).contains("L"));
        assertThat(browser.text(".span")).isEqualTo("last 30 min");
    }

    @Test
    void aDayIsShownWhenThereIsMoreThanHalfAnHour() {
        Instant slot = Instant.ofEpochSecond(Instant.now().getEpochSecond() / 300 * 300);
        shows(reading("edge-1", "vulnerable", 59));
        history("edge-1", points(slot.minusSeconds(12 * 300), 13, 300), points(slot, 1, 10));
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);

        browser.until(() -> browser.text(".span").equals("last 24 h"));
        // 13 points: one begins the line, twelve continue it.
        assertThat(String.valueOf(browser.find(".curve").getDomAttribute("d")).split("L"))
                .hasSize(13);
    }

    @Test
    void nodesStandInTheOrderInWhichPeopleCountAndInWordsOfTheLegend() {
        shows(
                reading("edge-1", "well-powered", 90),
                reading("edge-10", "powerless", 3),
                reading("edge-2", "low-powered", 20));
        browser.open(server.url("/"), 1280, 900, Theme.DARK);
        browser.picture("energy-dark");

        assertThat(browser.texts("#nodes h2")).containsExactly("edge-1", "edge-2", "edge-10");
        assertThat(browser.texts("#legend .item"))
                .containsExactly("well-powered", "vulnerable", "low-powered", "powerless", "stale");
        assertThat(browser.text("#nodes li:nth-child(2) .now")).startsWith("20.0 % low-powered");
    }

    @Test
    void fitsATelephone() {
        shows(reading("edge-1", "well-powered", 90), reading("a-long-name-".repeat(6), "powerless", 3));
        browser.open(server.url("/"), 390, 844, Theme.DARK);
        browser.picture("energy-390");
        assertThat(browser.overflow()).isZero();
    }
}
