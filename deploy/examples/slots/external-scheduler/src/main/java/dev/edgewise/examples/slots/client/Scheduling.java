package dev.edgewise.examples.slots.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Scheduling that gives each job its slots, as {@code /external/schedulings} reads and shows it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Scheduling(String name, @Nullable String testBed, @Nullable String state, @Nullable Slots slots) {
    /**
     * Slots of jobs.
     *
     * @param mode {@code RELAXED}: a job whose slots are free need not wait for the ones before it
     */
    public record Slots(String mode, List<JobSlots> jobs) {}

    /** Slots of one job. */
    public record JobSlots(String name, List<Integer> slots) {}

    /** Returns a Scheduling to post. */
    public static Scheduling of(String name, String testbed, List<JobSlots> jobs) {
        return new Scheduling(name, testbed, null, new Slots("RELAXED", jobs));
    }

    /** Returns whether all of its jobs have completed. */
    public boolean isCompleted() {
        return "CompletedState".equals(state) || "FinishedState".equals(state);
    }

    /** Returns whether it failed: nothing more will come of it. */
    public boolean isFailed() {
        return "FailedState".equals(state) || "Error".equals(state);
    }
}
