package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OffloaderPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private static final String STAY =
            "{\"pod\": \"ns/%s\", \"workload\": \"Deployment/ns/fibo\", \"node\": \"edge-10\", \"target\": %s, \"reason\": %s, "
                    + "\"message\": \"%s\"}";

    private final PageServer server = new PageServer("function-offloader");

    @BeforeEach
    void plan() {
        String stays = String.join(
                ",",
                STAY.formatted("fibo-1", "null", "\"GAIN_TOO_SMALL\"", "edge-1 has 18.4 percentage points less"),
                STAY.formatted("fibo-2", "null", "\"TERMINATING\"", "it is being deleted"),
                STAY.formatted("fibo-3", "null", "null", "edge-10 is at 19 %: the policy wants it on no other node"));
        server.answers(
                        "/api/v1/plan",
                        "{\"policy\": \"EDGEWISE\", \"dryRun\": false, \"paused\": null, \"leader\": true, "
                                + "\"at\": \"2026-01-02T12:00:00Z\", \"planMillis\": 3, \"callsToScheduler\": 1, \"trouble\": null, "
                                + "\"violationTrouble\": null, \"nodes\": ["
                                + "{\"node\": \"edge-10\", \"percent\": 19, \"level\": \"low-powered\", \"stale\": false, \"offline\": false, "
                                + "\"functions\": 3}], \"moves\": [], \"stays\": {\"items\": [" + stays
                                + "], \"continue\": null}}")
                .answers(
                        "/api/v1/offloads",
                        "{\"items\": [{\"beganAt\": \"2026-01-02T12:00:00Z\", \"pod\": \"ns/cart-1\", \"workload\": "
                                + "\"Deployment/ns/cart\", \"source\": \"edge-4\", \"target\": \"edge-3\", \"cause\": \"energy\", "
                                + "\"why\": \"edge-4 is at 8 %, edge-3 is at 28 %\", \"result\": \"LANDED\", \"detail\": null}], "
                                + "\"continue\": null}");
    }

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    @Test
    void aPodThatIsBeingDeletedIsNotHeld() {
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.picture("offloader");

        assertThat(browser.text("#stays-title")).isEqualTo("Pods that stay 1 of 3 are held for a reason");
        assertThat(browser.texts("#stays tbody th")).containsExactly("ns/fibo-1");
        browser.run("kind.value = 'leaving'; kind.dispatchEvent(new Event('change'))");
        assertThat(browser.texts("#stays tbody th")).containsExactly("ns/fibo-2");
    }

    @Test
    void levelAndChargeHaveOneColour() {
        browser.open(server.url("/"), 1280, 900, Theme.DARK);
        browser.picture("offloader-dark");

        assertThat(
                        browser.run(
                                "return getComputedStyle(document.querySelector('#nodes .charge'), '::before').backgroundColor"))
                .isEqualTo(
                        browser.run(
                                "return getComputedStyle(document.querySelector('#nodes .level'), '::before').backgroundColor"));
    }

    @Test
    void eachCellIsReadOnATelephone() {
        browser.open(server.url("/"), 390, 844, Theme.LIGHT);
        browser.picture("offloader-390");

        assertThat(browser.overflow()).isZero();
        assertThat(browser.number("Math.max(...[...document.querySelectorAll('tbody td:not(.empty)')]"
                        + ".map(cell => cell.getBoundingClientRect().right)) - innerWidth"))
                .isNegative();
        assertThat(browser.run("return [...document.querySelectorAll('#stays tbody td:not(.empty)')]"
                        + ".map(cell => cell.dataset.column)"))
                .isEqualTo(List.of("Workload", "On", "Reason", "Message"));
    }

    @Test
    void everythingIsReachedByKeys() {
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        for (String css : List.of("#reason", "#pause button", "#filter", "#kind")) {
            assertThat(browser.reachesByTabulator(css, 8)).as(css).isTrue();
        }
    }
}
