package dev.edgewise.scheduler.extender.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pod that the watch has shown in the version that is sent is not read again: in these tests, what was seen needs a
 * powered node, what is sent does not.
 */
class WatchedPodTest {
    private static final String SENT =
            """
            "namespace":"default","name":"web","uid":"u-1","resourceVersion":"7\"""";

    private static final String JUDGED_AS_SEEN = "\"NodeNames\":[]";
    private static final String JUDGED_AS_SENT = "\"NodeNames\":[\"empty\"]";

    private final ExtenderFixture site = new ExtenderFixture();

    WatchedPodTest() {
        site.pending.put(seen().build(), "7");
    }

    @Test
    void theSameVersionIsJudgedAsItWasSeen() {
        assertThat(filter("{" + SENT + "}")).contains(JUDGED_AS_SEEN);
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.JUDGED)).isEqualTo(1);
        assertThat(pods("watch")).isEqualTo(1);
        assertThat(pods("question")).isZero();
    }

    @Test
    void itsScoresAreThoseOfWhatWasSeenToo() {
        String request = "{\"Pod\":{\"metadata\":{" + SENT + "},\"spec\":5},\"NodeNames\":[\"full\",\"half\"]}";
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, request)).startsWith("[{\"Host\":\"full\",\"Score\":10},");
        assertThat(site.answers(ExtenderVerb.PRIORITIZE, RequestOutcome.JUDGED)).isEqualTo(1);
    }

    /** The result of filtering has expired then, but the request is still the expected one. */
    @Test
    void aLateQuestionThatFollowsIsJudgedAsItWasSeenToo() {
        String request = "{\"Pod\":{\"metadata\":{" + SENT + "},\"spec\":5},\"NodeNames\":[\"full\",\"half\"]}";
        assertThat(site.ask(ExtenderVerb.FILTER, request)).contains("\"NodeNames\":[\"full\",\"half\"]");
        site.ticker.advance(Duration.ofMillis(101));
        assertThat(site.ask(ExtenderVerb.PRIORITIZE, request)).startsWith("[{\"Host\":\"full\",\"Score\":10},");
        assertThat(site.answers(ExtenderVerb.PRIORITIZE, RequestOutcome.JUDGED)).isEqualTo(1);
    }

    @Test
    void preemptionIsJudgedAsItWasSeenToo() {
        String request = "{\"Pod\":{\"metadata\":{" + SENT
                + "},\"spec\":5},\"NodeNameToMetaVictims\":{\"full\":{\"Pods\":[]},\"empty\":{\"Pods\":[]}}}";
        assertThat(site.ask(ExtenderVerb.PREEMPT, request)).contains("\"full\"").doesNotContain("\"empty\"");
        assertThat(site.answers(ExtenderVerb.PREEMPT, RequestOutcome.JUDGED)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-1\",\"resourceVersion\":\"8\"}",
                "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-2\",\"resourceVersion\":\"7\"}",
                "{\"namespace\":\"other\",\"name\":\"web\",\"uid\":\"u-1\",\"resourceVersion\":\"7\"}",
                "{\"namespace\":\"default\",\"name\":\"other\",\"uid\":\"u-1\",\"resourceVersion\":\"7\"}",
                "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-1\"}",
                "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-1\",\"resourceVersion\":null}",
                "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-1\",\"labels\":{\"resourceVersion\":\"7\"}}",
                "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-1\",\"resourceVersion\":\"7\",\"resourceVersion\":\"8\"}",
            })
    void anotherVersionIsRead(String metadata) {
        assertThat(filter(metadata)).contains(JUDGED_AS_SENT);
        assertThat(pods("watch")).isZero();
        assertThat(pods("question")).isEqualTo(1);
    }

    /** The pod is judged as before: reading the whole pod finds out whether it is readable. */
    @ParameterizedTest
    @ValueSource(strings = {"5", "[\"x\"]", "{\"uid\":{\"a\":[1]},\"name\":5}", "{\"resourceVersion\":[\"7\"]}"})
    void metadataOfAnotherKindFavoursNoNode(String metadata) {
        assertThat(filter(metadata)).contains(JUDGED_AS_SENT);
        assertThat(site.answers(ExtenderVerb.FILTER, RequestOutcome.UNREADABLE)).isEqualTo(1);
    }

    @Test
    void aPodThatIsBoundOrGoneIsNotKept() {
        site.pending.put(seen().on("full").build(), "8");
        assertThat(filter("{" + SENT.replace("7", "8") + "}")).contains(JUDGED_AS_SENT);
        site.pending.put(seen().build(), "7");
        site.pending.remove(new PodKey("default", "web"));
        assertThat(filter("{" + SENT + "}")).contains(JUDGED_AS_SENT);
        site.pending.put(seen().build(), null);
        assertThat(filter("{" + SENT + "}")).contains(JUDGED_AS_SENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{\"name\":\"web\"}", "{\"uid\":\"u-2\"}"})
    void ofSeveralMetadataTheLastCounts(String last) {
        assertThat(filter("{" + SENT + "},\"metadata\":" + last)).contains(JUDGED_AS_SENT);
        assertThat(filter(last + ",\"metadata\":{" + SENT + "}")).contains(JUDGED_AS_SEEN);
    }

    private double pods(String from) {
        return site.meters
                .get("edgewise.extender.pods")
                .tag("from", from)
                .counter()
                .count();
    }

    private String filter(String metadata) {
        return site.ask(
                ExtenderVerb.FILTER,
                "{\"Pod\":{\"metadata\":" + metadata
                        + ",\"spec\":{\"schedulerName\":\"stock\",\"containers\":[{\"name\":\"c\"}]}},\"NodeNames\":[\"empty\"]}");
    }

    private static TestPods.Builder seen() {
        return TestPods.pod("web").uid("u-1").scheduler("energy-aware-scheduler");
    }
}
