package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptHistoryTest {
    /** A request with a large Z* that fails a thousand times: 16 that are over, and the one that is tried. */
    @Test
    void attemptsOfFormerRoundsAreBoundedAndNoNumberComesTwice() {
        List<Attempt> attempts = List.of();
        for (int round = 0; round < 1_000; round++) {
            attempts = attempts.stream().map(AttemptHistoryTest::cleaned).toList();
            attempts =
                    AttemptHistory.with(attempts, List.of(attempt(AttemptHistory.nextNumber(attempts), round, "c1")));
        }

        assertThat(attempts).hasSize(17);
        assertThat(attempts.get(16).number()).isEqualTo(1_000);
    }

    /** A level of 200: those that were tried are known, and only the last 16 have their reasons. */
    @Test
    void theLevelThatIsTriedIsKnownWithoutItsReasons() {
        List<Attempt> attempts = List.of();
        for (int i = 0; i < 200; i++) {
            attempts = attempts.stream().map(AttemptHistoryTest::cleaned).toList();
            attempts = AttemptHistory.with(attempts, List.of(attempt(AttemptHistory.nextNumber(attempts), 0, "c" + i)));
        }

        assertThat(attempts).hasSize(200);
        // 16 that are over, and the one that is tried.
        assertThat(attempts.stream().filter(attempt -> !attempt.reason().isEmpty()))
                .hasSize(17);
    }

    @Test
    void attemptsThatMayHaveObjectsAreKept() {
        Attempt ready = attempt(1, 0, "c1").in(AttemptPhase.READY, "ready", TestRequests.START);
        List<Attempt> attempts = List.of(ready);
        for (int round = 1; round < 100; round++) {
            attempts = attempts.stream()
                    .map(attempt -> attempt.number() == 1 ? attempt : cleaned(attempt))
                    .toList();
            attempts =
                    AttemptHistory.with(attempts, List.of(attempt(AttemptHistory.nextNumber(attempts), round, "c2")));
        }

        assertThat(attempts).contains(ready).hasSize(18);
    }

    private static Attempt cleaned(Attempt attempt) {
        return attempt.in(AttemptPhase.CLEANED, attempt.reason(), TestRequests.START);
    }

    private static Attempt attempt(int number, int round, String cluster) {
        return new Attempt(
                number,
                round,
                0,
                cluster,
                "uid",
                AttemptPhase.TRYING,
                TestRequests.START,
                TestRequests.START,
                TestRequests.START,
                "why");
    }
}
