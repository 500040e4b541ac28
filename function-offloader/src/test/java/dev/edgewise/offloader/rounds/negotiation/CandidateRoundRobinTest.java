package dev.edgewise.offloader.rounds.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.rounds.TestFleet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CandidateRoundRobinTest {
    private CandidateRoundRobin order = CandidateRoundRobin.NEW;

    private static List<CandidatePod> pods(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> TestFleet.bare("ns", "p" + i, "a"))
                .toList();
    }

    private List<String> next(List<CandidatePod> pods) {
        return next(pods, pods);
    }

    private List<String> next(List<CandidatePod> pods, List<CandidatePod> all) {
        List<CandidatePod> next = order.next(pods, 3);
        order = order.after(uids(next), uids(all));
        return next.stream().map(CandidatePod::name).toList();
    }

    private static Set<String> uids(List<CandidatePod> pods) {
        return pods.stream().map(CandidatePod::uid).collect(Collectors.toSet());
    }

    @Test
    void allHaveTheirTurnBeforeOneHasAnother() {
        assertThat(next(pods(7))).containsExactly("p0", "p1", "p2");
        assertThat(next(pods(7))).containsExactly("p3", "p4", "p5");
        assertThat(next(pods(7))).containsExactly("p6", "p0", "p1");
    }

    @Test
    void aNewOneHasItsTurnFirst() {
        next(pods(3));
        List<CandidatePod> more = new ArrayList<>(pods(3));
        more.add(TestFleet.bare("ns", "new", "a"));
        assertThat(next(more)).containsExactly("new", "p0", "p1");
    }

    /** A round in which safety lets no pod move asks nothing. */
    @Test
    void aRoundWithoutAQuestionChangesNoTurn() {
        next(pods(7));
        next(List.of(), pods(7));
        assertThat(next(pods(7))).containsExactly("p3", "p4", "p5");
    }

    /** The scheduler answers about the first of three pods before its timeout. */
    @Test
    void podsWithoutAnAnswerKeepTheirTurn() {
        List<CandidatePod> first = order.next(pods(7), 3);
        order = order.after(uids(first.subList(0, 1)), uids(pods(7)));
        assertThat(next(pods(7))).containsExactly("p1", "p2", "p3");
    }
}
