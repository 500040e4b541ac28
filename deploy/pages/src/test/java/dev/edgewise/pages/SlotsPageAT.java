package dev.edgewise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;

class SlotsPageAT {
    @RegisterExtension
    static final Browser browser = new Browser();

    private final PageServer server = new PageServer("scheduler-service/slots");

    private static String page(String item) {
        return "{\"items\": [" + item.replace('\'', '"') + "], \"continue\": null}";
    }

    /** Two nodes of two slots each: 0 and 1 are the first slots of n0 and n1, 2 and 3 the second ones. */
    @BeforeEach
    void objects() {
        String free = "'reservedFor': null, 'pod': null, 'held': true, 'retiring': false, 'problem': null}";
        server.answers(
                        "/api/v1/slots/testbeds",
                        page(
                                "{'namespace': 'lab', 'name': 'tb', 'version': '1', 'state': 'RUNNING', 'claimedBy': 's1', 'slotsPerNode': 2,"
                                        + " 'nodeLabel': 'lab/node', 'nodeProblems': [], 'conditions': [], 'slots': ["
                                        + "{'position': 0, 'node': 'n0', 'nodeIndex': 0, 'positionOnNode': 0, 'state': 'OCCUPIED', 'reservedFor': 'pi',"
                                        + " 'pod': 'pi-1', 'held': true, 'retiring': false, 'problem': null},"
                                        + "{'position': 1, 'node': 'n1', 'nodeIndex': 1, 'positionOnNode': 0, 'state': 'FREE', "
                                        + free
                                        + ",{'position': 2, 'node': 'n0', 'nodeIndex': 0, 'positionOnNode': 1, 'state': 'FREE', "
                                        + free
                                        + ",{'position': 3, 'node': 'n1', 'nodeIndex': 1, 'positionOnNode': 1, 'state': 'LOST', "
                                        + free
                                        + "]}"))
                .answers(
                        "/api/v1/slots/jobs",
                        page(
                                "{'namespace': 'lab', 'name': 'pi', 'version': '1', 'application': 'job', 'state': 'RUNNING', 'claimedBy': 's1',"
                                        + " 'testbed': 'tb', 'slots': [0], 'failures': 0, 'externalScheduler': {}, 'conditions': [], 'runs': ["
                                        + "{'scheduling': 's0', 'start': '2026-11-28T12:00:00Z', 'stop': '2026-11-28T12:00:24Z', 'successful': true,"
                                        + " 'slots': [0], 'message': ''}]}"))
                .answers(
                        "/api/v1/slots/schedulings",
                        page(
                                "{'namespace': 'lab', 'name': 's1', 'version': '1', 'testbed': 'tb', 'queue': ['pi'],"
                                        + " 'state': 'AWAITING_COMPLETION', 'deleted': false, 'jobs': ["
                                        + "{'job': 'pi', 'stage': 'RUNNING', 'slots': [0], 'failures': 0, 'message': ''}], 'conditions': []}"))
                .answers("/api/v1/slots/events", "{}");
    }

    @AfterEach
    void close() {
        assertThat(browser.complaints()).isEmpty();
        server.close();
    }

    @Test
    void showsWhichJobIsInWhichSlot() {
        browser.open(server.url("/slots.html"), 1280, 900, Theme.LIGHT);
        browser.picture("slots");

        assertThat(browser.texts(".board th")).containsExactly("n0", "n1");
        assertThat(browser.all(".slot.chosen")).as("no entry is chosen").isEmpty();
        assertThat(browser.text(".board tbody tr:first-child td:first-child .slot"))
                .contains("0", "pi");
        assertThat(browser.text("#schedulings tbody")).contains("lab/s1", "pi: RUNNING in 0");
        assertThat(browser.text("#jobs tbody")).contains("completed after 24 s");
        assertThat(browser.text("#summary")).contains("4 slots, 2 free");
    }

    @Test
    void buildsASchedulingOfSlots() {
        browser.open(server.url("/slots.html"), 1280, 900, Theme.DARK);
        browser.find("#add").click();
        browser.find("#mode")
                .findElement(By.cssSelector("option[value=strict]"))
                .click();
        browser.find(".board tbody tr:first-child td:last-child .slot").click();

        assertThat(browser.text("#entries")).contains("pi in 1");
        browser.picture("slots-dark");
    }

    private static String reset(boolean isComplete) {
        return "{\"namespace\": \"lab\", \"dryRun\": false, \"complete\": " + isComplete
                + ", \"schedulings\": [\"s1\"], \"jobs\": [\"pi\"]}";
    }

    @Test
    void resetsTheJobsOfANamespaceOnceThatIsConfirmed() {
        server.answers("/api/v1/slots/jobs/lab/reset", reset(false));
        browser.open(server.url("/slots.html"), 1400, 900, Theme.LIGHT);

        browser.find("#reset button").click();
        assertThat(browser.cancel())
                .isEqualTo(
                        "Reset lab? 1 Scheduling will be deleted, and 1 job will forget all runs. Jobs that run are stopped.");
        browser.until(() -> browser.find("#reset button").isEnabled());
        assertThat(browser.text("#reset-answer")).isEmpty();

        browser.find("#reset button").click();
        browser.confirm();
        browser.until(() -> browser.text("#reset-answer").equals("Waiting for 1 Scheduling and 1 job of lab."));
        server.answers("/api/v1/slots/jobs/lab/reset", reset(true));
        browser.until(() -> browser.text("#reset-answer").startsWith("All jobs of lab are as they were"));
    }

    @Test
    void eachCellIsReadOnATelephone() {
        browser.open(server.url("/slots.html"), 390, 844, Theme.LIGHT);
        browser.picture("slots-390");

        assertThat(browser.overflow()).isZero();
    }
}
