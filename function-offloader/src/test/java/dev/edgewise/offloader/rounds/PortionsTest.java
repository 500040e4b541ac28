package dev.edgewise.offloader.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortionsTest {
    private static final IOException TIMEOUT = new IOException("request timed out");

    private final List<List<Integer>> asked = new ArrayList<>();
    private final Portions portions = new Portions(this::answer);
    /** Questions about these have no answer. */
    private final Set<Integer> silent = new TreeSet<>();

    private IOException trouble;

    private Map<String, Placement> answer(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        List<Integer> pods = inquiries.stream()
                .map(each -> Integer.valueOf(each.pod().uid().substring("uid-".length())))
                .toList();
        asked.add(pods);
        if (trouble != null || pods.stream().anyMatch(silent::contains)) {
            throw new SchedulerUnavailableException("silent", trouble == null ? TIMEOUT : trouble);
        }
        return inquiries.stream()
                .collect(Collectors.toMap(
                        each -> each.pod().key(),
                        each -> new Placement(each.pod().key(), "b", "fits", null, null)));
    }

    private static List<Inquiry> pods(int count) {
        return pods(0, count);
    }

    private static List<Inquiry> pods(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(pod -> Inquiry.present(TestFleet.bare("ns", Integer.toString(pod), "a")))
                .toList();
    }

    private boolean ask(Portions of, int count) {
        return ask(of, pods(count));
    }

    private static boolean ask(Portions of, List<Inquiry> pods) {
        try {
            of.ask(pods);
            return true;
        } catch (SchedulerUnavailableException e) {
            return false;
        }
    }

    @Test
    void thePodThatKeepsAQuestionFromBeingAnsweredIsFoundByHalvesAndLeftOutForFourAnswers() {
        silent.add(0);
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            boolean answered = ask(portions, 4);
            String pods = asked.get(i).stream().map(String::valueOf).collect(Collectors.joining(" "));
            questions.add(pods + (answered ? "" : " -"));
        }
        // In their order: the question may depend on it.
        assertThat(questions)
                .containsExactly(
                        "0 1 2 3 -",
                        "0 1 2 3 -",
                        "0 1 -",
                        "2 3",
                        "0 1 2 3 -",
                        "0 2 3 -",
                        "1 2 3",
                        "0 1 2 3 -",
                        "1 2 3",
                        "1 2 3",
                        "1 2 3",
                        "1 2 3",
                        "0 1 2 3 -",
                        "1 2 3");
    }

    /** @param silentPods first ones, so many, of that many pods */
    @ParameterizedTest
    @CsvSource({"1, 2", "1, 3", "1, 4", "1, 5", "1, 100", "1, 101", "3, 50", "10, 1000", "4, 5"})
    void allOthersAreAnsweredMostOfTheTime(int silentPods, int all) {
        for (int pod = 0; pod < silentPods; pod++) {
            silent.add(pod * 7 % all);
        }
        Map<Integer, Integer> answers = new HashMap<>();
        int rounds = 400;
        for (int round = 0; round < rounds; round++) {
            int before = asked.size();
            if (ask(portions, all) && asked.size() > before) {
                asked.get(before).forEach(pod -> answers.merge(pod, 1, Integer::sum));
            }
        }
        int asOften = rounds / (2 + silentPods) / 2;
        for (int pod = 0; pod < all; pod++) {
            if (!silent.contains(pod)) {
                assertThat(answers.getOrDefault(pod, 0)).as("pod %s", pod).isGreaterThan(asOften);
            }
        }
    }

    /** Pods that stay come to their turns together. */
    @Test
    void thoseWhoseTurnIsTheSameAreAnsweredToo() {
        silent.add(7);
        Set<Integer> answered = new TreeSet<>();
        for (int turn = 0; turn < 100; turn++) {
            int group = turn % 5 * 100;
            if (ask(portions, pods(group, group + 100))) {
                answered.addAll(asked.get(asked.size() - 1));
            }
        }
        assertThat(answered).hasSize(499);
    }

    @Test
    void theLastOfManyIsFoundToo() {
        silent.add(999);
        Set<Integer> answered = new TreeSet<>();
        for (int question = 0; question < 60; question++) {
            if (ask(portions, 1000)) {
                answered.addAll(asked.get(asked.size() - 1));
            }
        }
        assertThat(answered).hasSize(999);
    }

    /** Whoever asks continues without an answer about it. */
    @Test
    void aPodThatIsAloneIsLeftOutToo() throws Exception {
        silent.add(0);
        assertThat(ask(portions, 1)).isFalse();
        assertThat(ask(portions, 1)).as("once is no proof").isFalse();
        for (int question = 0; question < 4; question++) {
            assertThat(portions.ask(pods(1))).isEmpty();
        }
        assertThat(asked).hasSize(2);
        assertThat(ask(portions, 1)).isFalse();
    }

    @Test
    void whereTheSchedulerItselfWasSilentAllAreSoonAskedAboutAgain() {
        trouble = TIMEOUT;
        for (int round = 0; round < 1000; round++) {
            ask(portions, 200);
        }
        trouble = null;
        Set<Integer> answered = new TreeSet<>();
        int questions = 0;
        for (; answered.size() < 200; questions++) {
            int before = asked.size();
            assertThat(ask(portions, 200)).isTrue();
            answered.addAll(asked.size() > before ? asked.get(before) : List.of());
        }
        assertThat(questions).isLessThanOrEqualTo(12);
    }

    /** It was not heard. */
    @Test
    void aRefusedConnectionSaysNothingAboutPods() {
        trouble = new ConnectException();
        ask(portions, 4);
        ask(portions, 4);
        assertThat(asked).containsExactly(List.of(0, 1, 2, 3), List.of(0, 1, 2, 3));
    }

    @Test
    void aCopyChangesNothing() {
        trouble = TIMEOUT;
        ask(portions, 4);
        ask(portions.copy(this::answer), 4);
        ask(portions, 4);
        assertThat(asked).containsExactly(List.of(0, 1, 2, 3), List.of(0, 1, 2, 3), List.of(0, 1, 2, 3));
    }
}
