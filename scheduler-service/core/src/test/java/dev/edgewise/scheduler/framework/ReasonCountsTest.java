package dev.edgewise.scheduler.framework;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReasonCountsTest {
    private final ReasonCounts counts = new ReasonCounts();

    @Test
    void countsNodesByTheTextOfTheirReasons() {
        for (int i = 0; i < 1_000; i++) {
            counts.add(new Rejection("Fit", List.of("too small", i % 4 == 0 ? "too dear" : "too far"), true));
        }
        counts.add(Rejection.unresolvable("Other", "too small"), 7);
        counts.add(Rejection.unresolvable("None", "never"), 0);
        assertThat(counts.counts())
                .containsOnly(Map.entry("too small", 1_007), Map.entry("too dear", 250), Map.entry("too far", 750));
        assertThat(counts.filters()).containsExactlyInAnyOrder("Fit", "Other");
        assertThat(counts.message(1_007))
                .isEqualTo("0/1007 nodes are available: 1007 too small, 250 too dear, 750 too far.");
    }

    @Test
    void countingContinuesAfterItWasAsked() {
        Rejection same = Rejection.unresolvable("Fit", "too small");
        counts.add(same);
        assertThat(counts.counts()).containsEntry("too small", 1);
        counts.add(same);
        assertThat(counts.counts()).containsEntry("too small", 2);
    }

    @Test
    void tellsTheMostFrequentReasonsToABoundedLength() {
        for (int i = 0; i < 5_000; i++) {
            counts.add(Rejection.unresolvable("Delay", i + "x".repeat(10_000)));
            counts.add(Rejection.unresolvable("Fit", "too small"));
        }
        assertThat(counts.counts())
                .hasSize(ReasonCounts.MOST_REPORTED_REASONS)
                .containsEntry("too small", 5_000)
                .allSatisfy((reason, count) -> assertThat(reason).hasSizeLessThan(510));
        assertThat(counts.message(10_000)).endsWith(", and others.").hasSizeLessThan(20_000);
    }

    @Test
    void theMessageOfADecisionIsCut() {
        Decision decision = new Decision(
                pod("p").build(),
                "edgewise",
                Instant.EPOCH,
                null,
                "x".repeat(1_000_000),
                1,
                0,
                Map.of(),
                Set.of(),
                List.of(),
                List.of());
        assertThat(decision.message()).hasSize(2_001).endsWith("x…");
        assertThat(decision.adding("preemption: " + "y".repeat(1_000_000)).message())
                .hasSizeLessThan(2_010);
    }
}
