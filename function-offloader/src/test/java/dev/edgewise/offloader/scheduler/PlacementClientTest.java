package dev.edgewise.offloader.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.Controller;
import dev.edgewise.offloader.scheduler.PlacementApi.Answer;
import dev.edgewise.offloader.scheduler.PlacementApi.Question;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class PlacementClientTest {
    private static final Controller SET = new Controller("apps/v1", "ReplicaSet", "s", "su");

    private final List<Question> questions = new ArrayList<>();

    private static CandidatePod pod(int number, Controller controller) {
        return new CandidatePod(
                "ns",
                "p" + number,
                "u" + number,
                "a",
                "",
                controller,
                0,
                null,
                Set.of(),
                500,
                false,
                Map.of("cpu", "500m"));
    }

    private Answer answer(Question question) {
        questions.add(question);
        return new Answer(question.pods().stream()
                .map(pod -> new Placement(pod.like(), "b", "", null, null))
                .toList());
    }

    private WhatIf client(String profile) {
        return new PlacementClient(this::answer, profile, new SimpleMeterRegistry());
    }

    @Test
    void aThousandPodsAreOneCallAndNoMoreThanTwentyAreMade() throws Exception {
        List<Inquiry> inquiries = IntStream.range(0, 20_001)
                .mapToObj(number -> Inquiry.move(pod(number, SET), "b"))
                .toList();
        assertThat(client("zones").ask(inquiries.subList(0, 1_001))).hasSize(1_001);
        assertThat(questions).extracting(question -> question.pods().size()).containsExactly(1_000, 1);
        assertThat(questions).extracting(Question::profile).containsOnly("zones");

        questions.clear();
        assertThat(client("").ask(inquiries)).hasSize(20_000);
        assertThat(questions).hasSize(20).hasSize(WhatIf.calls(20_001));
        assertThat(questions).extracting(Question::profile).containsOnlyNulls();
    }

    @Test
    void podsThatStayAreNotRemovedAndRoomIsKeptOnlyForThoseWithAController() throws Exception {
        client("")
                .ask(List.of(
                        Inquiry.move(pod(1, SET), "b"),
                        Inquiry.move(pod(2, null), "b"),
                        Inquiry.ifGone(pod(3, SET)),
                        Inquiry.present(pod(4, SET))));
        Question question = questions.get(0);
        assertThat(question.removals()).containsExactly("ns/p1", "ns/p2", "ns/p3");
        assertThat(question.reservations()).extracting(PlacementApi.Room::name).containsExactly("offload-u1");
    }

    @Test
    void whoDoesNotAnswerIsNamed() {
        WhatIf client = new PlacementClient(
                question -> {
                    throw new ResourceAccessException("I/O error", new IOException("Connection refused"));
                },
                "",
                new SimpleMeterRegistry());
        assertThatThrownBy(() -> client.ask(List.of(Inquiry.present(pod(1, SET)))))
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessage("scheduler-service does not answer: Connection refused");
    }
}
