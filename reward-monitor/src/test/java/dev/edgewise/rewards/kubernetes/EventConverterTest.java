package dev.edgewise.rewards.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.rewards.learning.facts.PodWarning;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventConverterTest {
    private static final Instant NOW = Instant.parse("2026-11-23T01:00:00Z");

    private static Event event(String fields) throws Exception {
        String json =
                """
                {"metadata": {"name": "a.1", "namespace": "shop"}, "reason": "FailedMount", "message": "no volume", "type": "Warning",
                 "involvedObject": {"kind": "Pod", "namespace": "kube-system", "name": "a", "uid": "u"}, %s}
                """;
        return TrimmedObjectMapper.create().readValue(json.formatted(fields), Event.class);
    }

    private static PodWarning warning(String fields) throws Exception {
        return EventConverter.warning(event(fields), NOW);
    }

    @Test
    void anEventOfTheKubeletIsOfItsNode() throws Exception {
        assertThat(
                        warning(
                                "\"count\": 3, \"lastTimestamp\": \"2026-11-23T00:59:00Z\", \"source\": {\"component\": \"kubelet\", \"host\": \"edge-1\"}"))
                .isEqualTo(new PodWarning(
                        "u", "edge-1", "FailedMount", "no volume", 3, Instant.parse("2026-11-23T00:59:00Z")));
    }

    @Test
    void aFailedBindingIsOfTheNodeThatTheSchedulerNames() throws Exception {
        String scheduler =
                "\"reason\": \"FailedScheduling\", \"source\": {\"component\": \"edgewise\", \"host\": \"cloud\"}";
        assertThat(warning(scheduler + ", \"related\": {\"kind\": \"Node\", \"name\": \"edge-1\"}")
                        .isOfBinding())
                .isTrue();
        assertThat(warning(scheduler + ", \"related\": {\"kind\": \"Node\", \"name\": \"edge-1\"}")
                        .node())
                .isEqualTo("edge-1");
        assertThat(warning(scheduler + ", \"related\": {\"kind\": \"Pod\", \"name\": \"edge-1\"}")
                        .isCause())
                .isFalse();
        assertThat(warning(scheduler).isCause()).as("no node was found").isFalse();
    }

    @Test
    void anEventOfASchedulerIsNotOfTheNodeThatThatRunsOn() throws Exception {
        assertThat(warning(
                        "\"eventTime\": \"2026-11-23T00:58:00.123456Z\", \"source\": {\"component\": \"scheduler\", \"host\": \"cloud\"}, "
                                + "\"series\": {\"count\": 9, \"lastObservedTime\": \"2026-11-23T00:59:30.000000Z\"}"))
                .isEqualTo(
                        new PodWarning("u", "", "FailedMount", "no volume", 9, Instant.parse("2026-11-23T00:59:30Z")));
    }

    @Test
    void aUidThatNoPodHasIsRefused() throws Exception {
        Event forged = event("\"count\": 1");
        forged.getInvolvedObject().setUid("u".repeat(65));
        assertThatThrownBy(() -> EventConverter.warning(forged, NOW))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("involvedObject.uid");
    }

    @Test
    void whatIsOfTheFutureIsOfNow() throws Exception {
        assertThat(warning("\"count\": -1, \"lastTimestamp\": \"2999-01-01T00:00:00Z\""))
                .isEqualTo(new PodWarning("u", "", "FailedMount", "no volume", 1, NOW));
    }

    @Test
    void itIsOfAPodOfItsOwnNamespaceWhateverItSays() throws Exception {
        assertThat(EventConverter.pod(event("\"count\": 1"))).isEqualTo("shop/a");
    }
}
