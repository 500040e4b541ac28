package dev.edgewise.offloader.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.Controller;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationRequest;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

class PlacementClientTest {
    private static final Controller SET = new Controller("apps/v1", "ReplicaSet", "s", "su");

    private final List<SimulationRequest> questions = new ArrayList<>();

    private static CandidatePod pod(int number, Controller controller) {
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
        return new SimulationResponse(question.pods().stream()
                .map(pod -> new Placement(pod.like(), "b", "", null, null))
                .toList());
    }

    private WhatIf client(String profile) {
        return new PlacementClient(this::answer, profile, new SimpleMeterRegistry().counter("calls"));
    }

    @Test
    void aThousandPodsAreOneCallAndNoMoreThanTwentyAreMade() throws Exception {
        List<Inquiry> inquiries = IntStream.range(0, 20_001)
                .mapToObj(number -> Inquiry.move(pod(number, SET), "b"))
                .toList();
        assertThat(client("zones").ask(inquiries.subList(0, 1_001))).hasSize(1_001);
        assertThat(questions).extracting(question -> question.pods().size()).containsExactly(1_000, 1);
        assertThat(questions).extracting(SimulationRequest::profile).containsOnly("zones");

        questions.clear();
        assertThat(client("").ask(inquiries)).hasSize(20_000);
        assertThat(questions).hasSize(20).hasSize(WhatIf.calls(20_001));
        assertThat(questions).extracting(SimulationRequest::profile).containsOnlyNulls();
    }

    @Test
    void podsThatStayAreNotRemovedAndRoomIsKeptOnlyForThoseWithAController() throws Exception {
        client("")
                .ask(List.of(
                        Inquiry.move(pod(1, SET), "b"),
                        Inquiry.move(pod(2, null), "b"),
                        Inquiry.ifGone(pod(3, SET)),
                        Inquiry.present(pod(4, SET))));
        SimulationRequest question = questions.get(0);
        assertThat(question.removals()).containsExactly("ns/p1", "ns/p2", "ns/p3");
        assertThat(question.reservations()).extracting(PlacementApi.Room::name).containsExactly("offload-u1");
    }

    /** One that is gone for the scheduler, or that it takes no question about. */
    @ParameterizedTest
    @ValueSource(strings = {"pods[2].like", "removals[1]", "reservations[0].for.ownerReference.uid"})
    void aPodThatIsRefusedIsLeftOutAndTheOthersAreAsked(String field) throws Exception {
        WhatIf client = new PlacementClient(
                question -> {
                    if (question.pods().contains(new PlacementApi.Like("ns/p2"))) {
                        throw refused(422, field);
                    }
                    return answer(question);
                },
                "",
                new SimpleMeterRegistry().counter("calls"));
        Map<String, Placement> answers = client.ask(List.of(
                Inquiry.present(pod(0, SET)),
                Inquiry.ifGone(pod(1, SET)),
                Inquiry.move(pod(2, SET), "b"),
                Inquiry.move(pod(3, SET), "b")));
        assertThat(answers).hasSize(4);
        assertThat(answers.get("ns/p2").node()).isNull();
        assertThat(answers.get("ns/p2").message()).contains("answers 422", field);
        assertThat(answers.get("ns/p3").node()).isEqualTo("b");
    }

    @Test
    void whatIsNoSinglePodsFaultFailsAll() {
        for (RestClientResponseException all :
                List.of(refused(422, "profile"), refused(503, "pods[0]"), refused(422, "pods[7]"))) {
            WhatIf client = new PlacementClient(
                    question -> {
                        throw all;
                    },
                    "",
                    new SimpleMeterRegistry().counter("calls"));
            assertThatThrownBy(() -> client.ask(List.of(Inquiry.present(pod(1, SET)))))
                    .isInstanceOf(SchedulerUnavailableException.class);
        }
    }

    @Test
    void manyThatAreRefusedAreNoReasonToFailEither() throws Exception {
        WhatIf client = new PlacementClient(
                question -> {
                    throw refused(422, "pods[0].like");
                },
                "",
                new SimpleMeterRegistry().counter("calls"));
        assertThat(client.ask(presentPods(30))).hasSize(30);
        assertThat(client.ask(presentPods(201)))
                .as("calls that come to nothing")
                .hasSize(200);
    }

    private static List<Inquiry> presentPods(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> Inquiry.present(pod(number, SET)))
                .toList();
    }

    /** Each second one is refused. */
    @Test
    void manyThatAreRefusedLeaveNoOtherWithoutAnAnswer() throws Exception {
        WhatIf client = new PlacementClient(
                question -> {
                    for (int place = 0; place < question.pods().size(); place++) {
                        if (question.pods().get(place).like().matches(".*[13579]")) {
                            throw refused(422, "pods[" + place + "].like");
                        }
                    }
                    return answer(question);
                },
                "",
                new SimpleMeterRegistry().counter("calls"));
        Map<String, Placement> answers = client.ask(presentPods(50));
        assertThat(answers).hasSize(50);
        assertThat(answers.values())
                .filteredOn(answer -> "b".equals(answer.node()))
                .hasSize(25);
    }

    private static RestClientResponseException refused(int status, String field) {
        String body = "{\"detail\":\"it must be there\",\"field\":\"" + field + "\"}";
        return new RestClientResponseException(
                "refused", status, "refused", null, body.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Test
    void whoDoesNotAnswerIsNamed() {
        WhatIf client = new PlacementClient(
                question -> {
                    throw new ResourceAccessException("I/O error", new IOException("Connection refused"));
                },
                "",
                new SimpleMeterRegistry().counter("calls"));
        assertThatThrownBy(() -> client.ask(List.of(Inquiry.present(pod(1, SET)))))
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessage("scheduler-service does not answer: Connection refused");
    }

    /** Or each restart of the scheduler would make questions small. */
    @ParameterizedTest
    @MethodSource("causes")
    void whatIsAskedAboutMayBeTheReasonForALateAnswerOnly(RestClientException cause, boolean mayBe) {
        WhatIf client = new PlacementClient(
                question -> {
                    throw cause;
                },
                "",
                new SimpleMeterRegistry().counter("calls"));
        assertThatThrownBy(() -> client.ask(List.of(Inquiry.present(pod(1, SET)))))
                .isInstanceOfSatisfying(
                        SchedulerUnavailableException.class,
                        unavailable -> assertThat(unavailable.mayBeForPods()).isEqualTo(mayBe));
    }

    static Stream<Arguments> causes() {
        return Stream.of(
                Arguments.of(new ResourceAccessException("", new HttpTimeoutException("request timed out")), true),
                Arguments.of(new ResourceAccessException("", new IOException("connection reset")), true),
                Arguments.of(status(500), true),
                Arguments.of(status(504), true),
                Arguments.of(new ResourceAccessException("", new ConnectException()), false),
                Arguments.of(new ResourceAccessException("", new HttpConnectTimeoutException("late")), false),
                Arguments.of(new ResourceAccessException("", new UnknownHostException("scheduler-service")), false),
                Arguments.of(status(403), false),
                Arguments.of(status(503), false));
    }

    private static RestClientResponseException status(int code) {
        return new RestClientResponseException("", HttpStatusCode.valueOf(code), "", null, new byte[0], null);
    }
}
