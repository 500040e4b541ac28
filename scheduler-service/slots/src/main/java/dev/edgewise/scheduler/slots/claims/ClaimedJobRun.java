package dev.edgewise.scheduler.slots.claims;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of a job in its slots.
 *
 * @param epoch number of the run, unlike that of any other run in the namespace; its application and its pods carry it
 * @param positions its slots, ascending; each for one pod
 * @param assignedAt when it was given its slots
 * @param placedAt when all of its slots first had a pod; null before
 * @param startedAt when all of its application first ran; null before
 * @param finished slots whose pods succeeded before all of its slots had one, ascending; empty afterwards
 */
public record ClaimedJobRun(
        long epoch,
        List<Integer> positions,
        Instant assignedAt,
        @Nullable Instant placedAt,
        @Nullable Instant startedAt,
        List<Integer> finished) {
    public ClaimedJobRun {
        positions = List.copyOf(positions);
        finished = List.copyOf(finished);
    }

    /** Makes a run of which no pod has finished. */
    public ClaimedJobRun(
            long epoch,
            List<Integer> positions,
            Instant assignedAt,
            @Nullable Instant placedAt,
            @Nullable Instant startedAt) {
        this(epoch, positions, assignedAt, placedAt, startedAt, List.of());
    }

    /** This run, of which the pods in those slots have finished. */
    public ClaimedJobRun finished(List<Integer> slots) {
        return slots.equals(finished)
                ? this
                : new ClaimedJobRun(epoch, positions, assignedAt, placedAt, startedAt, slots);
    }

    /** This run, whose pods have all got their slots. */
    public ClaimedJobRun placed(Instant now) {
        return placedAt == null ? new ClaimedJobRun(epoch, positions, assignedAt, now, startedAt) : this;
    }

    /** This run, whose application runs. */
    public ClaimedJobRun started(Instant now) {
        return startedAt == null ? new ClaimedJobRun(epoch, positions, assignedAt, placedAt, now) : this;
    }

    /** Returns the best known moment at which it began to run. */
    public Instant beganAt() {
        if (startedAt != null) {
            return startedAt;
        }
        return placedAt == null ? assignedAt : placedAt;
    }
}
