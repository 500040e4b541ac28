package dev.edgewise.global.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.web.FakeCallbackRecords;
import dev.edgewise.global.web.FakeRequestStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallbackDeliveriesTest {
    private final FakeRequestStore store = new FakeRequestStore();
    private final FakeCallbackRecords records = new FakeCallbackRecords();
    private final TestClock clock = new TestClock();
    private final List<String> sent = new ArrayList<>();
    private int code = 200;

    private CallbackDeliveries deliveries(int attempts) {
        return new CallbackDeliveries(
                store,
                records,
                (request, callback) -> {
                    sent.add(CloudEvent.id(request));
                    if (code == 0) {
                        throw new IOException("connection refused: db.internal/10.0.0.9:80");
                    }
                    return new CallbackSender.Reply(code);
                },
                new CallbackProperties(List.of(), attempts, Duration.ofSeconds(5), Duration.ofSeconds(1)),
                new NamespaceFairExecutor(Runnable::run, 1, 1, 10),
                clock,
                new SimpleMeterRegistry());
    }

    private GlobalRequest put(RequestPhase phase) {
        GlobalRequest plain = TestRequests.of("web", "[edge]").request();
        RequestSpec spec = plain.spec();
        RequestSpec called = new RequestSpec(
                spec.manifests(),
                spec.policy(),
                spec.clusters(),
                spec.priority(),
                spec.readyWithin(),
                spec.deadline(),
                spec.onUnreachable(),
                new Callback("https://hooks.example.org/x", ""),
                spec.targetNamespace(),
                spec.serviceAccount(),
                false);
        RequestStatus status =
                new RequestStatus(phase, 1, 0, List.of(), null, TestRequests.START, TestRequests.START, "");
        return store.put(
                new GlobalRequest(plain.key(), plain.uid(), "1", 1, TestRequests.START, false, called, null, status));
    }

    private CallbackState failed(int attempts, Duration wait) {
        Instant next = clock.instant().plus(wait);
        return new CallbackState("uid-web-completed", attempts, next, false, "the answer was 500");
    }

    @Test
    void tellsTheEndOnce() {
        CallbackDeliveries deliveries = deliveries(3);
        put(RequestPhase.SCHEDULING);
        deliveries.step();
        assertThat(sent).isEmpty();

        GlobalRequest ended = put(RequestPhase.COMPLETED);
        deliveries.step();
        deliveries.step();

        assertThat(sent).containsExactly("uid-web-completed");
        assertThat(records.read(ended)).isEqualTo(new CallbackState("uid-web-completed", 1, null, true, ""));
    }

    /** Waits of 5 s and 10 s: nothing is sent before they are over, and nothing after the third attempt. */
    @Test
    void repeatsWithTheSameIdAndGivesUp() {
        CallbackDeliveries deliveries = deliveries(3);
        GlobalRequest ended = put(RequestPhase.FAILED);
        code = 0;
        deliveries.step();
        clock.advance(Duration.ofMillis(4999));
        deliveries.step();
        assertThat(sent).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        deliveries.step();
        code = 302;
        clock.advance(Duration.ofSeconds(10));
        deliveries.step();
        clock.advance(Duration.ofDays(1));
        deliveries.step();

        assertThat(sent).containsExactly("uid-web-failed", "uid-web-failed", "uid-web-failed");
        assertThat(records.read(ended))
                .isEqualTo(new CallbackState("uid-web-failed", 3, null, false, "the answer was 302"));
    }

    /**
     * Names and addresses of the private network are in the text of the failure, and not in the record, which the
     * tenant reads.
     */
    @Test
    void recordsTheKindOfAFailureAndNotItsText() {
        code = 0;
        GlobalRequest ended = put(RequestPhase.FAILED);
        deliveries(3).step();

        assertThat(records.read(ended).message()).isEqualTo("there was no answer");
    }

    @Test
    void endsWhereTheAddressIsGone() {
        code = 410;
        GlobalRequest ended = put(RequestPhase.COMPLETED);
        deliveries(3).step();

        assertThat(records.read(ended).isOver()).isTrue();
    }

    @Test
    void recordsLaterWhatWasDelivered() {
        CallbackDeliveries deliveries = deliveries(3);
        GlobalRequest ended = put(RequestPhase.COMPLETED);
        records.setRefusing(true);
        deliveries.step();
        deliveries.step();
        records.setRefusing(false);
        deliveries.step();

        assertThat(sent).hasSize(1);
        assertThat(records.read(ended).delivered()).isTrue();
    }

    /**
     * Another replica has delivered meanwhile: the older state of this one must not replace its record, or the callback
     * is sent once more.
     */
    @Test
    void forgetsAStateThatAnotherReplicaHasOutdated() {
        CallbackDeliveries deliveries = deliveries(5);
        GlobalRequest ended = put(RequestPhase.COMPLETED);
        code = 500;
        records.setRefusing(true);
        deliveries.step();
        records.setRefusing(false);
        CallbackState ofAnother = new CallbackState("uid-web-completed", 1, null, true, "");
        records.write(ended, ofAnother);

        deliveries.step();
        clock.advance(Duration.ofDays(1));
        deliveries.step();

        assertThat(records.read(ended)).isEqualTo(ofAnother);
        assertThat(sent).hasSize(1);
    }

    /** Attempt 1 of this replica is not recorded, attempt 2 of another one is, and attempt 3 is due 10 s later. */
    @Test
    void continuesWithTheAttemptsOfAnotherReplica() {
        CallbackDeliveries deliveries = deliveries(5);
        GlobalRequest ended = put(RequestPhase.COMPLETED);
        code = 500;
        records.setRefusing(true);
        deliveries.step();
        records.setRefusing(false);
        CallbackState ofAnother = failed(2, Duration.ofSeconds(10));
        records.write(ended, ofAnother);

        deliveries.step();
        assertThat(records.read(ended)).isEqualTo(ofAnother);

        code = 200;
        clock.advance(Duration.ofSeconds(10));
        deliveries.step();
        assertThat(records.read(ended)).isEqualTo(new CallbackState("uid-web-completed", 3, null, true, ""));
    }

    @Test
    void recordsItsDeliveryThoughAnotherReplicaHasTriedInVain() {
        CallbackDeliveries deliveries = deliveries(5);
        GlobalRequest ended = put(RequestPhase.COMPLETED);
        records.setRefusing(true);
        deliveries.step();
        records.setRefusing(false);
        records.write(ended, failed(1, Duration.ofSeconds(5)));

        clock.advance(Duration.ofSeconds(5));
        deliveries.step();

        assertThat(sent).hasSize(1);
        assertThat(records.read(ended).delivered()).isTrue();
    }

    /** The end that was delivered without a record is not the last one, which another replica has delivered. */
    @Test
    void forgetsAnEarlierEnd() {
        CallbackDeliveries deliveries = deliveries(5);
        put(RequestPhase.COMPLETED);
        records.setRefusing(true);
        deliveries.step();
        records.setRefusing(false);
        GlobalRequest cancelled = put(RequestPhase.CANCELLED);
        records.write(cancelled, new CallbackState("uid-web-cancelled", 1, null, true, ""));

        deliveries.step();

        assertThat(sent).containsExactly("uid-web-completed");
    }

    /**
     * No uid comes back; here it does, and the state of the deleted request would keep the callback from being sent.
     */
    @Test
    void forgetsRequestsThatAreGone() {
        CallbackDeliveries deliveries = deliveries(5);
        GlobalRequest ended = put(RequestPhase.COMPLETED);
        records.setRefusing(true);
        deliveries.step();
        store.delete(ended.key());
        deliveries.step();
        records.setRefusing(false);
        put(RequestPhase.COMPLETED);
        deliveries.step();

        assertThat(sent).containsExactly("uid-web-completed", "uid-web-completed");
    }

    /**
     * Another process knows nothing but the record: it continues with the same id, and does not repeat what is
     * delivered.
     */
    @Test
    void continuesAfterARestart() {
        code = 500;
        put(RequestPhase.COMPLETED);
        deliveries(3).step();
        code = 200;
        clock.advance(Duration.ofSeconds(5));
        deliveries(3).step();
        deliveries(3).step();

        assertThat(sent).containsExactly("uid-web-completed", "uid-web-completed");
    }

    @Test
    void tellsAnotherEndOfTheSameRequest() {
        CallbackDeliveries deliveries = deliveries(3);
        put(RequestPhase.COMPLETED);
        deliveries.step();
        put(RequestPhase.CANCELLED);
        deliveries.step();

        assertThat(sent).containsExactly("uid-web-completed", "uid-web-cancelled");
    }
}
