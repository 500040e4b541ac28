package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedRequestRetentionRuleTest {
    private static final Instant END = TestRequests.START;
    private static final Duration DAY = Duration.ofDays(1);

    private static boolean isOver(RequestPhase phase, AttemptPhase attempt, Instant now) {
        Attempt last = new Attempt(1, 0, 0, "edge", "u", attempt, END, END, END, "");
        RequestStatus status = new RequestStatus(phase, 1, 0, List.of(last), null, END, END, "");
        return EndedRequestRetentionRule.isOver(
                TestRequests.of("a", "[edge]").with(status).request(), DAY, now);
    }

    @Test
    void aFailedOrCancelledRequestIsOverAfterItsTime() {
        assertThat(isOver(RequestPhase.FAILED, AttemptPhase.CLEANED, END.plus(DAY)))
                .isTrue();
        assertThat(isOver(RequestPhase.CANCELLED, AttemptPhase.CLEANED, END.plus(DAY)))
                .isTrue();
        assertThat(isOver(
                        RequestPhase.FAILED, AttemptPhase.CLEANED, END.plus(DAY).minusMillis(1)))
                .isFalse();
    }

    /** Deleting the record would delete the work. */
    @Test
    void aCompletedRequestStays() {
        assertThat(isOver(RequestPhase.COMPLETED, AttemptPhase.READY, END.plus(Duration.ofDays(9000))))
                .isFalse();
    }

    @Test
    void aRequestStaysWhileSomethingOfItMayExist() {
        assertThat(isOver(RequestPhase.FAILED, AttemptPhase.ABANDONED, END.plus(DAY)))
                .isFalse();
        assertThat(isOver(RequestPhase.FAILED, AttemptPhase.CLEANING, END.plus(DAY)))
                .isFalse();
    }

    @Test
    void aRequestStaysThatHasNotEndedOrIsBeingDeleted() {
        assertThat(isOver(RequestPhase.SCHEDULING, AttemptPhase.CLEANED, END.plus(DAY)))
                .isFalse();
        RequestStatus failed = new RequestStatus(RequestPhase.FAILED, 1, 0, List.of(), null, END, END, "");
        assertThat(EndedRequestRetentionRule.isOver(
                        TestRequests.of("a", "[edge]").with(failed).deleting().request(), DAY, END.plus(DAY)))
                .isFalse();
    }
}
