package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestStatusTruncatorTest {
    private static final Instant NOW = Instant.EPOCH;

    private static Attempt attempt(int number, int round, AttemptPhase phase) {
        return new Attempt(number, round, 0, "c" + number, "uid", phase, NOW, NOW, NOW, "x".repeat(500));
    }

    private static RequestStatus status(int failures, Attempt... attempts) {
        return new RequestStatus(
                RequestPhase.SCHEDULING, 1, failures, List.of(attempts), null, NOW, null, "m".repeat(1_000));
    }

    /** Attempts 1 and 2 are of round 0, and round 1 is tried; what may have objects, or has left some, is kept. */
    @Test
    void keepsWhatDecisionsNeed() {
        RequestStatus brief = RequestStatusTruncator.of(status(
                1,
                attempt(1, 0, AttemptPhase.CLEANED),
                attempt(2, 0, AttemptPhase.ABANDONED),
                attempt(3, 0, AttemptPhase.FORGOTTEN),
                attempt(4, 1, AttemptPhase.CLEANED),
                attempt(5, 1, AttemptPhase.TRYING)));

        assertThat(brief.attempts()).extracting(Attempt::number).containsExactly(2, 3, 4, 5);
        assertThat(brief.attempts()).extracting(each -> each.reason().length()).containsExactly(100, 100, 0, 100);
        assertThat(brief.message()).hasSize(100).endsWith("m…");
        assertThat(brief.phase()).isEqualTo(RequestPhase.SCHEDULING);
        assertThat(brief.failures()).isEqualTo(1);
    }

    /** A number must not be used twice. */
    @Test
    void keepsTheLastAttemptOfARoundThatIsOver() {
        RequestStatus brief = RequestStatusTruncator.of(
                status(1, attempt(1, 0, AttemptPhase.CLEANED), attempt(2, 0, AttemptPhase.CLEANED)));

        assertThat(brief.attempts()).extracting(Attempt::number).containsExactly(2);
    }

    @Test
    void aBriefStatusStaysAsItIs() {
        RequestStatus brief = RequestStatusTruncator.of(status(0, attempt(1, 0, AttemptPhase.CLEANING)));

        assertThat(RequestStatusTruncator.of(brief)).isEqualTo(brief);
    }
}
