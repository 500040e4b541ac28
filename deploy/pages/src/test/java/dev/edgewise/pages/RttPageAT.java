package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

class RttPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private final PageServer server = new PageServer("network-probe");

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    /**
     * 500 nodes in ten clusters, in a random order of names: 1 to 2 ms inside of a cluster, 40 ms and more between two.
     */
    private static String fiveHundredNodes() {
        List<Integer> clusters = new ArrayList<>(
                IntStream.range(0, 500).map(node -> node % 10).boxed().toList());
        Collections.shuffle(clusters, new Random(7));
        String names = IntStream.range(0, 500)
                .mapToObj(node -> "\"edge-" + node + "-c" + clusters.get(node) + "\"")
                .collect(Collectors.joining(","));
        String zones = String.join(",", Collections.nCopies(500, "\"\""));
        String micros = IntStream.range(0, 500)
                .mapToObj(row -> IntStream.range(0, 500)
                        .mapToObj(column -> row == column ? "-1" : micros(clusters.get(row), clusters.get(column)))
                        .collect(Collectors.joining(",", "[", "]")))
                .collect(Collectors.joining(",", "[", "]"));
        String states = String.join(",", Collections.nCopies(500, "\"" + "m".repeat(500) + "\""));
        return grid(names, zones, micros, states);
    }

    private static String micros(int from, int to) {
        return String.valueOf(from == to ? 1_500 : 40_000 + 5_000 * Math.abs(from - to));
    }

    private static String grid(String names, String zones, String micros, String states) {
        return "{\"of\": \"node\", \"names\": [" + names + "], \"zones\": [" + zones + "], \"leftOut\": 0, \"micros\": "
                + micros + ", \"states\": [" + states + "]}";
    }

    private static String threeNodes() {
        return grid(
                "\"edge-1\", \"edge-2\", \"edge-10\"",
                "\"site-a\", \"site-a\", \"site-b\"",
                "[[-1, 1000, 20000], [1200, -1, -1], [21000, -1, -1]]",
                "\".ml\", \"e..\", \"s..\"");
    }

    @Test
    void ordersRowsByClusterWhereThereAreNoZones() {
        server.answers("/api/v1/rtt.grid", fiveHundredNodes());
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.until(() -> browser.number("map.names.length") == 500);
        browser.picture("rtt-500");

        // Nodes of a cluster stand side by side: the cluster changes nine times from row to row.
        assertThat(browser.number("map.names.map(name => name.split('-c')[1])"
                        + ".filter((cluster, i, all) => i > 0 && cluster !== all[i - 1]).length"))
                .isEqualTo(9);
        assertThat(browser.run("return document.getElementById('order').value")).isEqualTo("clusters");
    }

    @Test
    void findsANodeAmongFiveHundredAndItsNeighbours() {
        server.answers("/api/v1/rtt.grid", fiveHundredNodes());
        browser.open(server.url("/"), 1280, 900, Theme.DARK);
        browser.until(() -> browser.number("map.names.length") == 500);

        browser.find("#filter").sendKeys("edge-49");
        browser.until(() -> browser.number("map.names.length") == 11);
        assertThat(browser.run("return map.named")).as("names are drawn").isEqualTo(true);
        browser.picture("rtt-filtered-dark");
        browser.find("#filter").clear();
        browser.press(Keys.SPACE, Keys.BACK_SPACE);

        String node = (String) browser.run("return grid.names.find(name => name.startsWith('edge-49-'))");
        browser.find("#from").sendKeys(node);
        browser.find("#within").sendKeys("20");
        browser.until(() -> browser.text("#near-title").contains("49 of 499"));
        assertThat(browser.texts("#neighbours tbody th"))
                .hasSize(25)
                .allMatch(name -> name.endsWith(node.substring(8)));
    }

    @Test
    void zoomsUntilNamesAreReadAndBack() {
        server.answers("/api/v1/rtt.grid", fiveHundredNodes());
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.until(() -> browser.number("map.names.length") == 500);
        assertThat(browser.run("return map.named")).isEqualTo(false);

        for (int i = 0; i < 10; i++) {
            browser.find("#larger").click();
        }
        assertThat(browser.run("return map.named")).isEqualTo(true);
        browser.picture("rtt-zoomed");

        browser.find("#whole").click();
        assertThat(browser.run("return map.named")).isEqualTo(false);
    }

    @Test
    void drawsZonesAndSaysWhatEachPairIs() {
        server.answers("/api/v1/rtt.grid", threeNodes())
                .answers(
                        "/api/v1/rtt/edge-1/edge-2",
                        "{\"source\": \"agents\", \"age\": \"PT3S\", \"p50Ms\": 1, \"p95Ms\": 2, \"p99Ms\": 3, "
                                + "\"loss\": 0, \"jitterMs\": 0.1, \"samples\": 1}");
        browser.open(server.url("/"), 1280, 900, Theme.DARK);
        browser.until(() -> browser.number("map.names.length") == 3);
        browser.picture("rtt-3-dark");

        assertThat(browser.number("zoneBlocks(map).length")).isEqualTo(2);
        assertThat(browser.text("#summary"))
                .isEqualTo("3 nodes, pairs: 1 measured, 1 estimated, 1 stale, 1 no answer, 2 not known");
        assertThat(browser.text("#fastest")).isEqualTo("0.1 ms");
        assertThat(browser.text("#slowest")).isEqualTo("300 ms");
    }

    @Test
    void isWalkedThroughByKeys() {
        server.answers("/api/v1/rtt.grid", threeNodes())
                .answers(
                        "/api/v1/rtt/edge-1/edge-2",
                        "{\"source\": \"agents\", \"age\": \"PT3S\", \"p50Ms\": 1, \"p95Ms\": 2, \"p99Ms\": 3, "
                                + "\"loss\": 0, \"jitterMs\": 0.1, \"samples\": 1}");
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.until(() -> browser.number("map.names.length") == 3);

        assertThat(browser.reachesByTabulator("#grid", 12)).isTrue();
        browser.press(Keys.ARROW_RIGHT);
        browser.until(() -> browser.text("#tip").contains("1 sample\n"));
        assertThat(browser.text("#tip")).startsWith("edge-1 → edge-2\nsite-a → site-a\nmeasured");
        browser.press(Keys.ENTER);
        assertThat(browser.texts("#neighbours tbody th")).containsExactly("edge-2", "edge-10");
    }

    @Test
    void fitsATelephone() {
        server.answers("/api/v1/rtt.grid", threeNodes());
        browser.open(server.url("/"), 390, 844, Theme.LIGHT);
        browser.until(() -> browser.number("map.names.length") == 3);
        browser.find("#from").sendKeys("edge-1");
        browser.until(() -> browser.texts("#neighbours tbody th").size() == 2);
        browser.picture("rtt-390");

        assertThat(browser.overflow()).isZero();
    }
}
