package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.util.List;

/**
 * A write that a decision asks for. Each one may be late, lost or repeated: the next decision asks for it again as long
 * as its result is missing. The order of a decision's actions does not matter.
 */
public sealed interface SlotAction {
    /**
     * Replaces the ledger.
     *
     * @param expectedVersion version that is replaced; empty to create the object. On a conflict nothing is written
     */
    record WriteClaims(ClaimLedger claims, String expectedVersion) implements SlotAction {}

    /** Writes the status of a testbed, with its resource version as the precondition. */
    record WriteTestbedStatus(Testbed testbed, TestbedStatus status) implements SlotAction {}

    /** Writes the status of a batch job, with its resource version as the precondition. */
    record WriteJobStatus(BatchJob job, BatchJobStatus status) implements SlotAction {}

    /** Writes the status of a Scheduling, with its resource version as the precondition. */
    record WriteSchedulingStatus(Scheduling scheduling, SchedulingStatus status) implements SlotAction {}

    /** Adds our finalizer to an object, with its uid as the precondition. */
    record AddFinalizer(ObjectKind kind, ObjectMetadata object) implements SlotAction {}

    /** Removes our finalizer from a deleted object, with its uid as the precondition. */
    record DropFinalizer(ObjectKind kind, ObjectMetadata object) implements SlotAction {}

    /**
     * Creates the application of a run, with the name of its job, which owns it. Does nothing if an application of that
     * name exists.
     *
     * @param slots of the run, ascending by position: the application makes one pod for each
     */
    record CreateApplication(BatchJob job, Testbed testbed, ClaimedJobRun run, List<Slot> slots) implements SlotAction {
        public CreateApplication {
            slots = List.copyOf(slots);
        }
    }

    /** Deletes an application with its pods, with its uid as the precondition. */
    record DeleteApplication(ObservedBatchJobApplication application) implements SlotAction {}

    /** Deletes a pod that has failed in its slot while its application continues, with its uid as the precondition. */
    record DeletePod(SlotPod pod) implements SlotAction {}

    /** Creates a pod that holds the room of a slot. */
    record CreatePausePod(Testbed testbed, SlotPlace place) implements SlotAction {}

    /** Deletes a pod that holds the room of a slot, with its uid as the precondition. */
    record DeletePausePod(SlotPausePod pausePod) implements SlotAction {}

    /** Writes an event of the object, for people. */
    record RecordEvent(ObjectKind kind, ObjectMetadata object, boolean warning, String reason, String message)
            implements SlotAction {}
}
