package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.Keys;

class RecoveryPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private static final String AMOUNTS = "{\"cpu\": \"500m\", \"memory\": \"268435456\", \"pods\": \"1\"}";

    private final PageServer server = new PageServer("scheduler-service/app");

    @BeforeEach
    void recovery() {
        server.answers(
                        "/api/v1/recovery",
                        "{\"leader\": true, \"profiles\": [\"edgewise\"], \"failures\": 1, \"held\": null, \"failedNodes\": [], "
                                + "\"pods\": 2, \"unprotected\": 1, \"requested\": " + AMOUNTS + ", \"reserved\": "
                                + AMOUNTS
                                + ", \"backups\": {\"items\": [{\"node\": \"edge-2\", \"nodes\": 1, \"pods\": 1, \"reserved\": "
                                + AMOUNTS + ", \"standsInFor\": [{\"node\": \"edge-1\", \"requested\": " + AMOUNTS
                                + "}]}], \"continue\": null}}")
                .answers(
                        "/api/v1/recovery/pods",
                        "{\"items\": [{\"pod\": \"ns/fibo-1\", \"node\": \"edge-1\", \"backup\": \"edge-2\", \"reason\": null}], "
                                + "\"continue\": null}");
    }

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    @Test
    void showsWhichPodsRestartWhereIfANodeFails() {
        browser.open(server.url("/recovery.html#node=edge-2"), 1280, 900, Theme.LIGHT);
        browser.until(() -> !browser.texts("#guests tbody th").isEmpty());
        browser.picture("recovery");

        assertThat(browser.texts("#homes tbody th")).containsExactly("edge-1");
        assertThat(browser.texts("#guests tbody th")).containsExactly("ns/fibo-1");
        assertThat(browser.text("#map-legend")).contains("keeps little", "keeps most: 256 MiB");
    }

    @Test
    void keysLeadToANode() {
        browser.open(server.url("/recovery.html"), 1280, 900, Theme.DARK);
        assertThat(browser.reachesByTabulator("#map button", 10)).isTrue();
        browser.press(Keys.ENTER);
        browser.until(() -> browser.text("#homes-title").startsWith("edge-2"));
        browser.picture("recovery-dark");
    }

    @Test
    void eachCellIsReadOnATelephone() {
        browser.open(server.url("/recovery.html"), 390, 844, Theme.LIGHT);
        browser.until(() -> !browser.texts("#pods tbody td").isEmpty());
        browser.picture("recovery-390");

        assertThat(browser.overflow()).isZero();
        assertThat(browser.number("Math.max(...[...document.querySelectorAll('tbody td:not(.empty)')]"
                        + ".map(cell => cell.getBoundingClientRect().right)) - innerWidth"))
                .isNegative();
    }

    @Test
    void theRootLeadsThere() {
        browser.open(server.url("/"), 1280, 900, Theme.LIGHT);
        browser.picture("scheduler-root");
        browser.find("main a[href='recovery.html']").click();
        browser.until(() -> browser.text("h1").equals("Recovery"));
    }
}
