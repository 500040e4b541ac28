package dev.edgewise.benchmarks.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlotUseTest {
    private static final double RUNS = Double.POSITIVE_INFINITY;

    /** Each pod is made half a second before it is bound. */
    private static SlotPodTimes run(
            String scheduling, String job, String slot, double bound, double ended, double gone) {
        return new SlotPodTimes(scheduling, job, slot, bound - 0.5, bound, ended, gone);
    }

    /**
     * Job a ends at 11 in slot 0 and at 12 in slot 1. Its slots could have the next job at 12: job b is bound at 14 and
     * 13. Slot 0 was idle for 3 s, slot 1 for 1 s. The pods of job a are gone at 12.5, those of job b were made at 13.5
     * and 12.5.
     */
    @Test
    void aGapBeginsWhenTheJobBeforeHasEnded() {
        SlotUse use = new SlotUse(List.of(
                run("s", "a", "tb/0", 1, 11, 12.5),
                run("s", "a", "tb/1", 2, 12, 12.5),
                run("s", "b", "tb/0", 14, 24, RUNS),
                run("s", "b", "tb/1", 13, 23, RUNS)));

        assertThat(use.gaps())
                .containsExactlyInAnyOrder(new SlotGap(12, 12.5, 13.5, 14), new SlotGap(12, 12.5, 12.5, 13));
        assertThat(use.gaps()).extracting(SlotGap::seconds).containsExactlyInAnyOrder(2.0, 1.0);
        assertThat(use.gaps()).extracting(SlotGap::untilGone).containsExactlyInAnyOrder(0.5, 0.5);
        assertThat(use.gaps()).extracting(SlotGap::untilCreated).containsExactlyInAnyOrder(1.0, 0.0);
        assertThat(use.gaps()).extracting(SlotGap::untilBound).containsExactlyInAnyOrder(0.5, 0.5);
        assertThat(use.idles()).containsExactlyInAnyOrder(3, 1);
        assertThat(use.sharedSlots()).isEmpty();
        assertThat(use.mostAtATime()).isEqualTo(2);
        assertThat(use.pods("a")).isEqualTo(2);
    }

    /** The next Scheduling of a testbed can have slots when job b has ended at 20, too. */
    @Test
    void theNextSchedulingWaitsForAllJobsOfTheOneBefore() {
        SlotUse use = new SlotUse(List.of(
                run("s", "a", "tb/0", 1, 11, 12),
                run("s", "b", "tb/1", 1, 20, 21),
                run("t", "c", "tb/0", 21.5, 30, RUNS)));

        assertThat(use.gaps()).extracting(SlotGap::seconds).containsExactly(1.5);
        assertThat(use.idles()).containsExactly(10.5);
    }

    @Test
    void aPodThatWasDeletedBeforeItsEndLeavesNoGap() {
        SlotUse use = new SlotUse(List.of(run("s", "a", "tb/0", 1, Double.NaN, 5), run("t", "b", "tb/0", 7, 17, RUNS)));

        assertThat(use.gaps()).isEmpty();
        assertThat(use.idles()).isEmpty();
    }

    @Test
    void aSlotHasOnePodAtATime() {
        SlotUse use = new SlotUse(List.of(run("s", "a", "tb/0", 1, 11, 12), run("s", "b", "tb/0", 11.9, 21, RUNS)));

        assertThat(use.sharedSlots()).containsExactly("slot tb/0 had pods of a and b at a time");
    }

    /**
     * A run has its slots until it ends, so that its next pod may follow one that has finished, and another job may
     * not.
     */
    @Test
    void aFinishedPodLeavesItsSlotToItsOwnJob() {
        SlotUse use = new SlotUse(List.of(
                run("s", "a", "tb/0", 1, 3, 12), run("s", "a", "tb/0", 4, 6, 12), run("s", "a", "tb/0", 5, 7, 12)));

        assertThat(use.sharedSlots()).hasSize(1);
    }
}
