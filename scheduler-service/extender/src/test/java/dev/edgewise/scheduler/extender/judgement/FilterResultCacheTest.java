package dev.edgewise.scheduler.extender.judgement;

import static dev.edgewise.scheduler.extender.judgement.ExtenderFixture.pod;
import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.extender.wire.ExpectedPrioritizeRequest;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import dev.edgewise.scheduler.extender.wire.InvalidBodyException;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The node {@code full} loses its power between the two requests: 10 comes from the snapshot of filtering. */
class FilterResultCacheTest {
    private static final String POD = pod("web", "edgewise", "", "1");
    private static final String WEB = request(POD);
    /** Energy weighs 10 of 25: 1 - 0.4 * (1 - 0.65) at 50 %. */
    private static final String OLD = "[{\"Host\":\"full\",\"Score\":10},{\"Host\":\"half\",\"Score\":8}]";

    private static final String NEW = "[{\"Host\":\"full\",\"Score\":0},{\"Host\":\"half\",\"Score\":8}]";

    private ExtenderFixture site = new ExtenderFixture();

    @Test
    void whatFilteringSawIsGoodForOneQuestionMore() {
        filterAndDrain(WEB);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).isEqualTo(OLD);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).isEqualTo(NEW);
    }

    @Test
    void anotherPodIsJudgedAnew() {
        filterAndDrain(WEB);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, request(pod("web", "edgewise", "", "2"))))
                .isEqualTo(NEW);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).as("it is gone").isEqualTo(NEW);
    }

    @Test
    void aTenthOfASecondLaterThePodIsJudgedAnew() {
        filterAndDrain(WEB);
        site.ticker.advance(Duration.ofMillis(100));
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).isEqualTo(OLD);
        site = new ExtenderFixture();
        filterAndDrain(WEB);
        site.ticker.advance(Duration.ofMillis(100).plusNanos(1));
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).isEqualTo(NEW);
    }

    /** The request that is expected is not read: it must be that one to the byte. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Pod\":%s,\"NodeNames\":[\"full\",\"half\"]}",
                "{\"Pod\":%s,\"NodeNames\":[\"full\",\"half\"]}\n",
                "{\"Pod\":%s,\"NodeNames\": [\"full\",\"half\"]}",
                "{\"Pod\":%s,\"NodeNames\":[\"full\", \"half\"]}",
                "{\"NodeNames\":[\"full\",\"half\"],\"Pod\":%s}",
                "{\"Pod\":%s,\"Nodes\":null,\"NodeNames\":[\"full\",\"half\"]}",
            })
    void thePodIsTheSameHoweverItIsSent(String request) {
        filterAndDrain(WEB);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, String.format(request, POD)))
                .isEqualTo(OLD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"full\"", "\"half\"", "\"half\",\"full\"", "\"full\",\"half\",\"dark\"", "\"fullhalf\"", ""})
    void otherNodesThanThoseThatPassedAreScoredAsTheyAreSent(String nodes) {
        filterAndDrain(WEB);
        String answer = site.ask(ExtenderVerb.PRIORITIZE, request(POD, nodes));
        assertThat(answer.replaceAll("\\{\"Host\":(\"[a-z]+\"),\"Score\":\\d+}", "$1"))
                .isEqualTo("[" + nodes + "]");
    }

    @Test
    void aQuestionThatIsCutShortIsNoneThatIsExpected() {
        for (int length = 0; length < WEB.length(); length++) {
            filterAndDrain(WEB);
            byte[] bytes = WEB.getBytes(UTF_8);
            int cut = length;
            assertThatThrownBy(() -> site.ask(ExtenderVerb.PRIORITIZE, bytes, cut))
                    .isInstanceOf(InvalidBodyException.class);
            site = new ExtenderFixture();
        }
    }

    @Test
    void aPodBehindItsNamesIsJudgedTheSame() {
        String turned = "{\"NodeNames\":[\"full\",\"half\"],\"Pod\":" + POD + "}";
        filterAndDrain(turned);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, turned)).isEqualTo(OLD);
    }

    /** Nodes are scored by what was found of them, also where others between them did not pass. */
    @Test
    void nodesThatPassedAreThoseThatAreScored() {
        String pod = pod("web", "energy-aware-scheduler", "", "1");
        assertThat(site.ask(ExtenderVerb.FILTER, request(pod, "\"empty\",\"full\",\"empty\",\"half\"")))
                .contains("\"NodeNames\":[\"full\",\"half\"]");
        site.state.change(EnergyIndex.FACT, energy -> EnergyIndex.of(Map.of("full", percent(0), "half", percent(0))));
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, request(pod, "\"full\",\"half\"")))
                .isEqualTo("[{\"Host\":\"full\",\"Score\":10},{\"Host\":\"half\",\"Score\":6}]");
    }

    /** The request is read again, but not filtered again. */
    @Test
    void aLongQuestionIsAnsweredFromWhatFilteringSaw() {
        String request = WEB + "\n".repeat(ExpectedPrioritizeRequest.MAX_BYTES);
        filterAndDrain(request);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, request)).isEqualTo(OLD);
    }

    /** Another extender may have come between, or another node: it is filtered with those that are sent. */
    @Test
    void aNodeThatDidNotPassIsFilteredAgain() {
        String powerless = request(pod("web", "energy-aware-scheduler", "", "1"), "\"half\",\"empty\"");
        assertThat(site.ask(ExtenderVerb.FILTER, powerless)).contains("\"NodeNames\":[\"half\"]");
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, powerless))
                .isEqualTo("[{\"Host\":\"half\",\"Score\":6},{\"Host\":\"empty\",\"Score\":0}]");
    }

    /** To copy 5,000 names would be for nothing. */
    @Test
    void whereScoresAreNotAskedForNothingIsKeptUntilTheyAre() {
        for (int i = 0; i < 16; i++) {
            assertThat(site.ask(ExtenderVerb.FILTER, WEB)).contains("\"NodeNames\":[\"full\",\"half\"]");
        }
        filterAndDrain(WEB);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).isEqualTo(NEW);
        site.state.change(
                EnergyIndex.FACT, energy -> EnergyIndex.of(Map.of("full", percent(100), "half", percent(50))));
        filterAndDrain(WEB);
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, WEB)).isEqualTo(OLD);
    }

    private void filterAndDrain(String request) {
        assertThat(site.ask(ExtenderVerb.FILTER, request)).contains("\"NodeNames\":[\"full\",\"half\"]");
        site.state.change(EnergyIndex.FACT, energy -> EnergyIndex.of(Map.of("full", percent(0), "half", percent(50))));
    }

    private static String request(String pod) {
        return request(pod, "\"full\",\"half\"");
    }

    private static String request(String pod, String nodes) {
        return "{\"Pod\":" + pod + ",\"NodeNames\":[" + nodes + "]}";
    }
}
