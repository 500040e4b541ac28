package dev.edgewise.offloader.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.PlanReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestedPlanCacheTest {
    private static final String FIRST = "2026-03-01T12:00:00Z/shop/cart-1";
    private static final long MINUTE = 60_000_000_000L;

    private long now;
    private final RequestedPlanCache kept = new RequestedPlanCache(() -> now);

    private static PlanReport plan(String at) {
        return new PlanReport(Policy.ZONES, Instant.parse(at), Duration.ZERO, 1, List.of(), List.of(), List.of());
    }

    private void isGone(Policy policy) {
        assertThatThrownBy(() -> kept.find(policy, FIRST))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "continue is " + FIRST
                                + ": it must be of the last plan on request, by the same policy and of the last minute: begin with its first page");
    }

    @Test
    void aPlanIsKeptForAMinute() {
        isGone(Policy.ZONES);
        PlanReport made = kept.keep(plan("2026-03-01T12:00:00Z"));
        now = MINUTE - 1;
        assertThat(kept.find(Policy.ZONES, FIRST)).isSameAs(made);
        isGone(Policy.GREEDY);
        now = MINUTE;
        isGone(Policy.ZONES);
    }

    @Test
    void aPageOfAPlanBeforeTheLastIsNotTakenForOneOfTheLast() {
        kept.keep(plan("2026-03-01T12:00:00Z"));
        kept.keep(plan("2026-03-01T12:00:01Z"));
        isGone(Policy.ZONES);
    }
}
