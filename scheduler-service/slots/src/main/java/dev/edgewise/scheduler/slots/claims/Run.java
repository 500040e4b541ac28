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
 */
public record Run(
        long epoch,
        List<Integer> positions,
        Instant assignedAt,
        @Nullable Instant placedAt,
        @Nullable Instant startedAt) {
    public Run {
        positions = List.copyOf(positions);
    }

    /** This run, whose pods have all got their slots. */
    public Run placed(Instant now) {
        return placedAt == null ? new Run(epoch, positions, assignedAt, now, startedAt) : this;
    }

    /** This run, whose application runs. */
    public Run started(Instant now) {
        return startedAt == null ? new Run(epoch, positions, assignedAt, placedAt, now) : this;
    }

    /** Returns the best known moment at which it began to run. */
    public Instant beganAt() {
        if (startedAt != null) {
            return startedAt;
        }
        return placedAt == null ? assignedAt : placedAt;
    }
}
