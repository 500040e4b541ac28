package dev.edgewise.scheduler.slots.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a Testbed: a projection of the claims, its nodes and the pods in its slots.
 *
 * @param observedGeneration generation of the spec that it is about; 0 if none
 * @param slots by position
 * @param claimedBy name of the Scheduling that holds it; null if none
 * @param idleSince when the last Scheduling released it; null while one holds it or waits for it
 */
public record TestbedStatus(
        TestbedState state,
        long observedGeneration,
        List<Slot> slots,
        @Nullable String claimedBy,
        @Nullable Instant idleSince,
        List<NodeProblem> nodeProblems,
        List<Condition> conditions) {
    public static final TestbedStatus NONE =
            new TestbedStatus(TestbedState.INITIAL, 0, List.of(), null, null, List.of(), List.of());

    public TestbedStatus {
        slots = List.copyOf(slots);
        nodeProblems = List.copyOf(nodeProblems);
        conditions = List.copyOf(conditions);
    }
}
