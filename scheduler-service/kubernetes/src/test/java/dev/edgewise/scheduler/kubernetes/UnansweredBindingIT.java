package dev.edgewise.scheduler.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.testing.ScriptedApi;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Bindings whose connection is cut before their answer. They may arrive later: if the pod's capacity were released
 * before that, another pod would get it too.
 */
class UnansweredBindingIT {
    private final Pod pod = pod("p").build().assignedTo("n1");
    private ScriptedApi api;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
    }

    @AfterEach
    void stop() throws IOException {
        api.close();
    }

    @Test
    void theSameBindingIsSentAgainBeforeItsCapacityIsReleased() throws BindException {
        api.hangUp().response(201, "{}");

        binder(WriteGate.ALWAYS_OPEN).bind(pod);

        assertThat(api.all()).hasSize(2).allSatisfy(this::assertIsBinding);
    }

    @Test
    void aBindingThatTimedOutBehindTheApiServerIsSentAgain() throws BindException {
        api.refusal(504, "Timeout: request did not complete within the allotted duration")
                .response(201, "{}");

        binder(WriteGate.ALWAYS_OPEN).bind(pod);

        assertThat(api.all()).hasSize(2).allSatisfy(this::assertIsBinding);
    }

    @Test
    void theFirstBindingMayHaveBeenStoredWhereTheSecondIsTurnedAway() throws BindException {
        api.refusal(504, "Timeout").refusal(429, "too many requests").response(200, found("n1"));

        binder(WriteGate.ALWAYS_OPEN).bind(pod);

        assertThat(api.all()).hasSize(3);
    }

    @Test
    void theFirstBindingThatArrivesAfterAllCounts() throws BindException {
        api.hangUp().refusal(409, "pod is already assigned").response(200, found("n1"));

        binder(WriteGate.ALWAYS_OPEN).bind(pod);

        assertThat(api.lines())
                .containsExactly(
                        "POST /api/v1/namespaces/default/pods/p/binding",
                        "POST /api/v1/namespaces/default/pods/p/binding",
                        "GET /api/v1/namespaces/default/pods/p");
    }

    @Test
    void whatIsNeverAnsweredIsSentThreeTimesAndThenAskedFor() {
        api.hangUp().hangUp().hangUp().response(200, found(""));

        unavailable(WriteGate.ALWAYS_OPEN);

        assertThat(api.all()).hasSize(4);
    }

    @Test
    void aReplicaThatLeadsNoMoreDoesNotSendItAgain() {
        api.hangUp().response(200, found(""));

        unavailable(() -> false);

        assertThat(api.all()).hasSize(2);
    }

    private void unavailable(WriteGate gate) {
        assertThatThrownBy(() -> binder(gate).bind(pod))
                .isInstanceOfSatisfying(BindException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(Cause.UNAVAILABLE));
    }

    private KubernetesBinder binder(WriteGate gate) {
        Retries once = new Retries(1, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), new Random(1));
        return new KubernetesBinder(api.requests, once, new BindingsInFlight(), "us", gate);
    }

    private void assertIsBinding(String request) {
        assertThat(request)
                .startsWith("POST /api/v1/namespaces/default/pods/p/binding ")
                .contains("\"name\":\"n1\"");
    }

    private String found(String node) {
        return "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"uid\":\"" + pod.uid()
                + "\",\"annotations\":{\"edgewise.dev/bound-by\":\"us\"}},\"spec\":{\"nodeName\":\"" + node + "\"}}";
    }
}
