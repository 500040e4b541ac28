package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedRoundsTest {
    /** 3000 - 900 = 2100 ms, longer than 2 s. */
    private static final PodWait LATE = wait("late", 3_000, 900);
    /** 3000 - 1000 = 2000 ms: the API server, or the machine, was slow. */
    private static final PodWait SLOW = wait("slow", 3_000, 1_000);

    private static final PodWait FAST = wait("fast", 150, 180);

    private final List<Integer> rounds = new ArrayList<>();

    private static PodWait wait(String pod, long millis, long reference) {
        return new PodWait(pod, Duration.ofMillis(millis), Duration.ofMillis(reference));
    }

    /** Returns the longest wait of rounds, of which each places these pods. */
    private PodWait judge(List<List<PodWait>> waits) {
        return RepeatedRounds.inTime(round -> {
            rounds.add(round);
            return waits.get(round);
        });
    }

    @Test
    void aRoundInTimeIsNotRepeated() {
        assertThat(judge(List.of(List.of(FAST, SLOW, FAST)))).isEqualTo(SLOW);
        assertThat(rounds).containsExactly(0);
    }

    @Test
    void aLatePodIsForgivenOnlyIfARepetitionHasNone() {
        assertThat(judge(List.of(List.of(FAST, LATE), List.of(LATE, SLOW), List.of(SLOW, FAST))))
                .isEqualTo(SLOW);
        assertThat(rounds).containsExactly(0, 1, 2);
    }

    @Test
    void aStopInEachRoundFails() {
        List<PodWait> stopped = List.of(FAST, LATE, SLOW);
        assertThatThrownBy(() -> judge(List.of(stopped, stopped, stopped)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("In each of 3 rounds a pod was bound more than 2 s later than that of the reference: ["
                        + "late after 3000 ms, the reference after 900 ms, late after 3000 ms, the reference after 900 ms,"
                        + " late after 3000 ms, the reference after 900 ms]");
        assertThat(rounds).containsExactly(0, 1, 2);
    }
}
