package dev.edgewise.scheduler.extender;

import static dev.edgewise.scheduler.extender.ExtenderSite.pod;
import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Between the two questions {@code full} loses its power: whoever still scores it 10 answers from what filtering saw. */
class HandoverTest {
    private static final String WEB = question(pod("web", "edgewise", "", "1"));
    /** Energy weighs 10 of 25: 1 - 0.4 * (1 - 0.65) at 50 %. */
    private static final String OLD = "[{\"Host\":\"full\",\"Score\":10},{\"Host\":\"half\",\"Score\":8}]";

    private static final String NEW = "[{\"Host\":\"full\",\"Score\":0},{\"Host\":\"half\",\"Score\":8}]";

    private ExtenderSite site = new ExtenderSite();

    @Test
    void whatFilteringSawIsGoodForOneQuestionMore() {
        filterAndDrain(WEB);
        assertThat(site.ask(Verb.PRIORITIZE, WEB)).isEqualTo(OLD);
        assertThat(site.ask(Verb.PRIORITIZE, WEB)).isEqualTo(NEW);
    }

    @Test
    void anotherPodIsJudgedAnew() {
        filterAndDrain(WEB);
        assertThat(site.ask(Verb.PRIORITIZE, question(pod("web", "edgewise", "", "2"))))
                .isEqualTo(NEW);
        assertThat(site.ask(Verb.PRIORITIZE, WEB)).as("it is gone").isEqualTo(NEW);
    }

    @Test
    void aTenthOfASecondLaterThePodIsJudgedAnew() {
        filterAndDrain(WEB);
        site.ticker.advance(Duration.ofMillis(100));
        assertThat(site.ask(Verb.PRIORITIZE, WEB)).isEqualTo(OLD);
        site = new ExtenderSite();
        filterAndDrain(WEB);
        site.ticker.advance(Duration.ofMillis(100).plusNanos(1));
        assertThat(site.ask(Verb.PRIORITIZE, WEB)).isEqualTo(NEW);
    }

    /** Another extender may have come between, or another node: it is filtered with those that are sent. */
    @Test
    void aNodeThatDidNotPassIsFilteredAgain() {
        String powerless = question(pod("web", "energy-aware-scheduler", "", "1"), "\"half\",\"empty\"");
        assertThat(site.ask(Verb.FILTER, powerless)).contains("\"NodeNames\":[\"half\"]");
        assertThat(site.ask(Verb.PRIORITIZE, powerless))
                .isEqualTo("[{\"Host\":\"half\",\"Score\":6},{\"Host\":\"empty\",\"Score\":0}]");
    }

    private void filterAndDrain(String question) {
        assertThat(site.ask(Verb.FILTER, question)).contains("\"NodeNames\":[\"full\",\"half\"]");
        site.state.changeSignals(signals -> signals.withEnergy(Map.of("full", percent(0), "half", percent(50))));
    }

    private static String question(String pod) {
        return question(pod, "\"full\",\"half\"");
    }

    private static String question(String pod, String nodes) {
        return "{\"Pod\":" + pod + ",\"NodeNames\":[" + nodes + "]}";
    }
}
