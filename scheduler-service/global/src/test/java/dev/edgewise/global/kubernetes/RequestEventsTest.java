package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.events.ObjectEvent;
import dev.edgewise.kubernetes.events.ObjectEvent.InvolvedObject;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of a request with one attempt in cluster edge. */
class RequestEventsTest {
    private static final Instant NOW = TestClock.START;

    private final ObjectEventQueue queue = new ObjectEventQueue(
            10, new RequestEventConfiguration().lostRequestEvents(new SimpleMeterRegistry(), new ManualTicker()));
    private final RequestEvents events = new RequestEvents(queue, new TestClock());

    private static Attempt attempt(int number, String cluster, AttemptPhase phase) {
        return new Attempt(number, 0, 0, cluster, "uid", phase, NOW, NOW, NOW, "why");
    }

    private static RequestStatus status(RequestPhase phase, Attempt... attempts) {
        return new RequestStatus(phase, 1, 0, List.of(attempts), null, NOW, null, "");
    }

    /** Returns the only event, such as {@code Warning Cleaning}. */
    private String changed(TestRequests request, RequestPhase phase, AttemptPhase before, AttemptPhase after) {
        events.changed(
                request.with(status(RequestPhase.SCHEDULING, attempt(1, "edge", before)))
                        .request(),
                status(phase, attempt(1, "edge", after)));
        ObjectEvent event = queue.poll();
        assertThat(event).isNotNull();
        assertThat(queue.size()).isZero();
        return (event.warning() ? "Warning " : "Normal ") + event.reason();
    }

    @Test
    void deletingWhatACancelledOrDeletedRequestHasMadeIsNoWarning() {
        TestRequests request = TestRequests.of("a", "[edge]");
        for (TestRequests asked : List.of(request.cancelled(), request.deleting())) {
            assertThat(changed(asked, RequestPhase.SCHEDULING, AttemptPhase.READY, AttemptPhase.CLEANING))
                    .isEqualTo("Normal Cleaning");
        }
    }

    @Test
    void deletingAnAttemptThatHasFailedIsAWarning() {
        TestRequests request = TestRequests.of("a", "[edge]");

        assertThat(changed(request, RequestPhase.SCHEDULING, AttemptPhase.TRYING, AttemptPhase.CLEANING))
                .isEqualTo("Warning Cleaning");
    }

    /** The objects may exist still, although their deletion was asked for. */
    @Test
    void whatIsLeftBehindIsAWarning() {
        TestRequests cancelled = TestRequests.of("a", "[edge]").cancelled();

        assertThat(changed(cancelled, RequestPhase.SCHEDULING, AttemptPhase.CLEANING, AttemptPhase.ABANDONED))
                .isEqualTo("Warning Abandoned");
        assertThat(changed(cancelled, RequestPhase.SCHEDULING, AttemptPhase.CLEANING, AttemptPhase.FORGOTTEN))
                .isEqualTo("Warning Forgotten");
        assertThat(changed(cancelled, RequestPhase.CANCELLED, AttemptPhase.FORGOTTEN, AttemptPhase.FORGOTTEN))
                .isEqualTo("Warning Cancelled");
        assertThat(changed(cancelled, RequestPhase.CANCELLED, AttemptPhase.CLEANED, AttemptPhase.CLEANED))
                .isEqualTo("Normal Cancelled");
    }

    @Test
    void anEventNamesItsRequest() {
        TestRequests request = TestRequests.of("a", "[edge]");
        events.changed(request.request(), status(RequestPhase.FAILED));

        ObjectEvent event = queue.poll();
        assertThat(event).isNotNull();
        assertThat(event.involved())
                .isEqualTo(new InvolvedObject(
                        "edgewise.dev/v1alpha1",
                        "GlobalRequest",
                        request.request().key().namespace(),
                        "a",
                        request.request().uid()));
        assertThat(event.component()).isEqualTo("edgewise-global");
    }

    /** A cancellation deletes in all clusters at once, and each of them may fail on its own. */
    @Test
    void eachClusterHasAnEvent() {
        events.changed(
                TestRequests.of("a", "[edge, core]").cancelled().request(),
                status(
                        RequestPhase.SCHEDULING,
                        attempt(1, "edge", AttemptPhase.CLEANING),
                        attempt(2, "core", AttemptPhase.CLEANING)));

        assertThat(queue.poll()).extracting(ObjectEvent::message).isEqualTo("cluster edge, attempt 1: why");
        assertThat(queue.poll()).extracting(ObjectEvent::message).isEqualTo("cluster core, attempt 2: why");
    }

    @Test
    void eventsOfOneRequestReasonAndClusterAreOneWhileTheyWait() {
        TestRequests request = TestRequests.of("a", "[edge]");
        events.changed(request.request(), status(RequestPhase.SCHEDULING, attempt(1, "edge", AttemptPhase.CLEANING)));
        events.changed(request.request(), status(RequestPhase.SCHEDULING, attempt(2, "edge", AttemptPhase.CLEANING)));

        ObjectEvent event = queue.poll();
        assertThat(event).isNotNull();
        assertThat(event.count()).isEqualTo(2);
        assertThat(event.message()).isEqualTo("cluster edge, attempt 2: why");
        assertThat(queue.size()).isZero();
    }

    /** Names of requests have 253 characters at most, as those of events do. */
    @Test
    void theNameOfAnEventIsNoLongerThanTheApiServerTakes() {
        events.changed(TestRequests.of("a".repeat(253), "[edge]").request(), status(RequestPhase.FAILED));

        assertThat(queue.poll())
                .extracting(ObjectEvent::name)
                .asString()
                .startsWith("a".repeat(230) + ".")
                .hasSizeLessThanOrEqualTo(253);
    }

    /** The API server refuses a name with "-." or ".." in it, so that the event would be lost. */
    @Test
    void theNameOfAnEventIsValidWhereverThatOfItsRequestIsCut() {
        for (String name : List.of("a".repeat(229) + "-b", "a".repeat(229) + ".b", "a".repeat(228) + "--b")) {
            events.changed(TestRequests.of(name, "[edge]").request(), status(RequestPhase.FAILED));

            assertThat(queue.poll())
                    .extracting(ObjectEvent::name)
                    .asString()
                    .as(name)
                    .matches("a{228,229}[.][0-9a-f]+");
        }
    }
}
