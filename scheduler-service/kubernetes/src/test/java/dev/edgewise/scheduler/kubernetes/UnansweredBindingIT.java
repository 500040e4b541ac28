package dev.edgewise.scheduler.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiServer;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Bindings whose connection is cut before their answer. They may arrive later: if the pod's capacity were released before that, another pod would get it too.
 */
class UnansweredBindingIT {
    private static final String CREATED = "{}";
    private static final String CONFLICT = "{\"kind\":\"Status\",\"code\":409,\"message\":\"pod is already assigned\"}";

    private final Pod pod = pod("p").build().assignedTo("n1");
    private ScriptedServer scripted;
    private ApiServer server;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServer.of(
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    @Test
    void theSameBindingIsSentAgainBeforeItsCapacityIsReleased() throws BindException {
        scripted.answer(ScriptedServer.HANG_UP);
        answer(201, CREATED);

        binder(WriteGate.ALWAYS_OPEN).bind(pod);

        assertThat(scripted.requests).hasSize(2).allSatisfy(this::assertIsBinding);
    }

    @Test
    void theFirstBindingThatArrivesAfterAllCounts() throws BindException {
        scripted.answer(ScriptedServer.HANG_UP);
        answer(409, CONFLICT);
        answer(200, found("n1"));

        binder(WriteGate.ALWAYS_OPEN).bind(pod);

        assertThat(requestLines())
                .containsExactly(
                        "POST /api/v1/namespaces/default/pods/p/binding",
                        "POST /api/v1/namespaces/default/pods/p/binding",
                        "GET /api/v1/namespaces/default/pods/p");
    }

    @Test
    void whatIsNeverAnsweredIsSentThreeTimesAndThenAskedFor() {
        scripted.answer(ScriptedServer.HANG_UP, ScriptedServer.HANG_UP, ScriptedServer.HANG_UP);
        answer(200, found(""));

        unavailable(WriteGate.ALWAYS_OPEN);

        assertThat(scripted.requests).hasSize(4);
    }

    @Test
    void aReplicaThatLeadsNoMoreDoesNotSendItAgain() {
        AtomicBoolean leads = new AtomicBoolean(false);
        scripted.answer(ScriptedServer.HANG_UP);
        answer(200, found(""));

        unavailable(leads::get);

        assertThat(scripted.requests).hasSize(2);
    }

    private void unavailable(WriteGate gate) {
        assertThatThrownBy(() -> binder(gate).bind(pod))
                .isInstanceOfSatisfying(BindException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(Cause.UNAVAILABLE));
    }

    private KubernetesBinder binder(WriteGate gate) {
        Retries once = new Retries(1, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), new Random(1));
        return new KubernetesBinder(
                new ApiServerClient(server, Duration.ofSeconds(5)), once, new BindingsInFlight(), "us", gate);
    }

    private void assertIsBinding(String request) {
        assertThat(request)
                .startsWith("POST /api/v1/namespaces/default/pods/p/binding ")
                .contains("\"name\":\"n1\"");
    }

    private List<String> requestLines() {
        return scripted.requests.stream()
                .map(request -> request.substring(0, request.indexOf(" HTTP")))
                .toList();
    }

    private String found(String node) {
        return "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"uid\":\"" + pod.uid()
                + "\",\"annotations\":{\"edgewise.dev/bound-by\":\"us\"}},\"spec\":{\"nodeName\":\"" + node + "\"}}";
    }

    private void answer(int code, String body) {
        scripted.answer("HTTP/1.1 " + code + " Status\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }
}
