package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

class RequestsPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private final PageServer server = new PageServer("scheduler-service/global");

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static String cluster(String name, String location, boolean reachable, double delay) {
        return json("{'name': '" + name + "', 'location': '" + location + "', 'reachable': " + reachable
                + ", 'problem': '', 'capacity': {'nodes': 4, 'freeMilliCpu': 1500, 'freeBytes': 8589934592},"
                + " 'roundTripMillis': " + delay + ", 'cost': 1}");
    }

    @BeforeEach
    void objects() {
        String attempts = "[{'number': 1, 'round': 0, 'level': 0, 'cluster': 'edge', 'phase': 'Cleaned',"
                + " 'reason': 'Pod web: no node has room'},"
                + "{'number': 2, 'round': 0, 'level': 1, 'cluster': 'near-1', 'phase': 'Ready', 'reason': ''}]";
        String request = json("{'namespace': 'shop', 'name': 'web', 'phase': 'Completed', 'chosen': ['near-1'],"
                + " 'policy': {'type': 'LowLatency'}, 'priority': 'Fast', 'attempts': " + attempts
                + ", 'message': 'runs in near-1', 'problem': null, 'cancelled': false, 'deleting': false}");
        server.answers("/api/v1/requests", "{\"items\": [" + request + "], \"continue\": null}")
                .answers(
                        "/api/v1/clusters",
                        "{\"items\": [" + cluster("edge", "Edge", true, 4.9) + ","
                                + cluster("near-1", "NearEdge", true, 15) + "," + cluster("cloud", "Cloud", false, 80)
                                + "], \"continue\": null}")
                .answers("/api/v1/requests/shop/web/events", "id: 7\nevent: request\ndata: " + request + "\n\n")
                .answers(
                        "/api/v1/requests/shop/web/explain",
                        json("{'levels': [{'index': 0, 'clusters': [{'name': 'edge', 'rank': null,"
                                + " 'filter': 'no node has room', 'why': '', 'ageSeconds': 1.2}]},"
                                + "{'index': 1, 'clusters': [{'name': 'near-1', 'rank': 1, 'filter': null,"
                                + " 'why': '15.0 ms from edge, fits 3 times', 'ageSeconds': 0.4}]}]}"));
    }

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    @Test
    void showsRequestsAndClusters() {
        browser.open(server.url("/requests.html"), 1280, 900, Theme.LIGHT);
        browser.picture("requests");

        assertThat(browser.text("#requests tbody")).contains("shop/web", "Completed", "near-1", "LowLatency");
        assertThat(browser.text("#clusters tbody")).contains("edge", "1.5", "unreachable");
        assertThat(browser.text("#summary")).contains("1 request, 0 open; 3 clusters, 2 reachable");
    }

    @Test
    void buildsLevelsByTheKeyboard() {
        browser.open(server.url("/requests.html"), 1280, 900, Theme.DARK);
        press("[data-cluster='edge'] button");
        press("#add-level");
        press("[data-cluster='near-1'] button");
        press("[data-cluster='cloud'] button");
        press("[data-cluster='cloud'] button[title='Move cloud to level 3']");

        assertThat(browser.texts("#levels .level")).hasSize(3);
        assertThat(browser.text("#levels li:nth-child(2) .level")).contains("near-1");
        assertThat(browser.text("#levels li:nth-child(3) .level")).contains("cloud");
        browser.picture("requests-dark");
    }

    private static void press(String selector) {
        browser.find(selector).sendKeys(Keys.ENTER);
    }

    @Test
    void followsAndExplainsARequest() {
        browser.open(server.url("/requests.html"), 1280, 900, Theme.LIGHT);
        browser.find("#requests tbody")
                .findElement(By.cssSelector("button[aria-label='Follow shop/web']"))
                .click();
        browser.until(() -> !browser.text("#attempts").isEmpty());
        browser.until(() -> !browser.text("#explained").isEmpty());
        browser.picture("requests-followed");

        assertThat(browser.text("#attempts")).contains("level 1, edge", "no node has room", "level 2, near-1");
        assertThat(browser.text("#explained"))
                .contains("Level 1, as of now", "left out: no node has room", "15.0 ms from edge");
    }

    @Test
    void eachCellIsReadOnATelephone() {
        browser.open(server.url("/requests.html"), 390, 844, Theme.LIGHT);
        browser.picture("requests-390");

        assertThat(browser.overflow()).isZero();
    }
}
