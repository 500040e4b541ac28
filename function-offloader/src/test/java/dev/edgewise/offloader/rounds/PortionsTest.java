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
        return Map.of();
    }

    private static List<Inquiry> pods(int count) {
        return IntStream.range(0, count)
                .mapToObj(pod -> Inquiry.present(TestFleet.bare("ns", Integer.toString(pod), "a")))
                .toList();
    }

    private boolean ask(Portions of, int count) {
        try {
            of.ask(pods(count));
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
                        "1 2 3",
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
            if (ask(portions, all)) {
                asked.get(round).forEach(pod -> answers.merge(pod, 1, Integer::sum));
            }
        }
        int asOften = rounds / (2 + silentPods) / 2;
        for (int pod = 0; pod < all; pod++) {
            if (!silent.contains(pod)) {
                assertThat(answers.getOrDefault(pod, 0)).as("pod %s", pod).isGreaterThan(asOften);
            }
        }
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
            assertThat(ask(portions, 200)).isTrue();
            answered.addAll(asked.get(asked.size() - 1));
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
        assertThat(asked).containsExactly(List.of(0, 1, 2, 3), List.of(0, 1), List.of(0, 1));
    }
}
