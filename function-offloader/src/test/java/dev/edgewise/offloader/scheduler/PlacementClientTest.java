package dev.edgewise.offloader.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationRequest;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

class PlacementClientTest {
    private static final ControllerReference SET = new ControllerReference("apps/v1", "ReplicaSet", "s", "su");

    private final List<SimulationRequest> questions = new ArrayList<>();

    private static CandidatePod pod(int number, ControllerReference controller) {
        return new CandidatePod(
                true,
                "ns",
                "ns/p" + number,
                "u" + number,
                "a",
                "",
                controller,
                0,
                null,
                Set.of(),
                500,
                Set.of(),
                "",
                Map.of("cpu", "500m"));
    }

    private SimulationResponse answer(SimulationRequest question) {
        questions.add(question);
        return new SimulationResponse(
                question.pods().stream()
                        .map(pod -> new Placement(pod.like(), "b", "", null, null))
                        .toList(),
                List.of());
    }

    private PlacementSimulator client(String profile) {
        return client(profile, this::answer);
    }

    private static PlacementSimulator client(String profile, PlacementApi scheduler) {
        return new PlacementClient(
                scheduler, profile, Duration.ofSeconds(10), new SimpleMeterRegistry().counter("calls"));
    }

    @Test
    void aThousandPodsAreOneCallAndNoMoreThanTwentyAreMade() throws Exception {
        List<PlacementQuery> queries = IntStream.range(0, 20_001)
                .mapToObj(number -> PlacementQuery.move(pod(number, SET), "b"))
                .toList();
        assertThat(client("zones").ask(queries.subList(0, 1_001))).hasSize(1_001);
        assertThat(questions).extracting(question -> question.pods().size()).containsExactly(1_000, 1);
        assertThat(questions).extracting(SimulationRequest::profile).containsOnly("zones");

        questions.clear();
        assertThat(client("").ask(queries)).hasSize(20_000);
        assertThat(questions).hasSize(20).hasSize(PlacementSimulator.calls(20_001));
        assertThat(questions).extracting(SimulationRequest::profile).containsOnlyNulls();
    }

    @Test
    void podsThatStayAreNotRemovedAndRoomIsKeptOnlyForThoseWithAController() throws Exception {
        client("")
                .ask(List.of(
                        PlacementQuery.move(pod(1, SET), "b"),
                        PlacementQuery.move(pod(2, null), "b"),
                        PlacementQuery.ifGone(pod(3, SET)),
                        PlacementQuery.present(pod(4, SET))));
        SimulationRequest question = questions.get(0);
        assertThat(question.removals()).containsExactly("ns/p1", "ns/p2", "ns/p3");
        assertThat(question.reservations()).extracting(PlacementApi.Room::name).containsExactly("offload-u1");
    }

    /** Room is kept for the second and the third pod; the scheduler takes it for the second one only. */
    @Test
    void errorsAreThoseOfTheirPods() throws Exception {
        PlacementSimulator client = client("", question -> {
            List<Placement> pods = new ArrayList<>(answer(question).pods());
            pods.set(0, Placement.failed("ns/p1", new PlacementError("NOT_FOUND", 0, "pods[0].like", "it is gone")));
            return new SimulationResponse(
                    pods,
                    List.of(
                            new PlacementError("NOT_FOUND", 0, "removals[0]", "it is gone"),
                            new PlacementError("INVALID", 1, "reservations[1].for", "it has no uid")));
        });
        Map<String, Placement> answers = client.ask(List.of(
                PlacementQuery.ifGone(pod(1, SET)),
                PlacementQuery.move(pod(2, SET), "b"),
                PlacementQuery.move(pod(3, SET), "b"),
                PlacementQuery.present(pod(4, SET))));
        assertThat(answers.get("ns/p1").node()).isNull();
        assertThat(answers.get("ns/p1").message()).isEqualTo("it is gone");
        assertThat(answers.get("ns/p2").node()).isEqualTo("b");
        assertThat(answers.get("ns/p3").node()).isNull();
        assertThat(answers.get("ns/p3").message()).isEqualTo("it has no uid");
        assertThat(answers.get("ns/p4").node()).isEqualTo("b");
        assertThat(questions).hasSize(1);
    }

    @Test
    void podsThatTheTimeoutLeftHaveNoAnswer() throws Exception {
        PlacementSimulator client = client(
                "", question -> new SimulationResponse(answer(question).pods().subList(0, 2), null));
        Map<String, Placement> answers = client.ask(presentPods(2_500));
        assertThat(answers).containsOnlyKeys("ns/p0", "ns/p1");
        assertThat(questions).as("the scheduler is busy").hasSize(1);
    }

    /** Half of the timeout of a call is for the work: 5 s of 10 s, at most 15 s of 60 s, and at least 1 ms. */
    @ParameterizedTest
    @CsvSource({"10000, 5", "60000, 15", "1, 0.001"})
    void theSchedulerKnowsHowLongItHas(long timeoutMillis, double seconds) throws Exception {
        new PlacementClient(
                        this::answer, "", Duration.ofMillis(timeoutMillis), new SimpleMeterRegistry().counter("calls"))
                .ask(presentPods(1));
        assertThat(questions).extracting(SimulationRequest::timeoutSeconds).containsExactly(seconds);
    }

    @Test
    void onlySlowPodsAndFailuresAreUnknown() {
        assertThat(List.of("TOO_SLOW", "FAILED", "NOT_FOUND", "INVALID"))
                .filteredOn(reason -> Placement.failed("ns/p", new PlacementError(reason, 0, null, ""))
                        .isUnknown())
                .containsExactly("TOO_SLOW", "FAILED");
    }

    private static List<PlacementQuery> presentPods(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> PlacementQuery.present(pod(number, SET)))
                .toList();
    }

    @Test
    void whoDoesNotAnswerIsNamed() {
        PlacementSimulator client = client("", question -> {
            throw new ResourceAccessException("I/O error", new IOException("Connection refused"));
        });
        assertThatThrownBy(() -> client.ask(List.of(PlacementQuery.present(pod(1, SET)))))
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessage("scheduler-service does not answer: Connection refused");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 422, 500, 503})
    void anErrorOfTheWholeFailsAll(int status) {
        PlacementSimulator client = client("", question -> {
            throw new RestClientResponseException("", HttpStatusCode.valueOf(status), "", null, new byte[0], null);
        });
        assertThatThrownBy(() -> client.ask(presentPods(1)))
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessage("scheduler-service answers " + status + ": ");
    }
}
