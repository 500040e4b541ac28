package dev.edgewise.scheduler.slots.web;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Objects of batch slots for tests of the interfaces. */
public final class SlotFixtures {
    public static final Instant T0 = Instant.parse("2026-11-28T12:00:00Z");

    private SlotFixtures() {}

    public static ObjectMetadata metadata(String namespace, String name, int version) {
        return new ObjectMetadata(
                new ObjectKey(namespace, name), "uid-" + name, Integer.toString(version), 1, T0, false, true);
    }

    /** Two nodes with a slot each: position 0 is free, 1 is occupied by a pod of the job {@code pi}. */
    public static Testbed testbed(String name) {
        return testbed("default", name);
    }

    /** Returns such a testbed in another namespace. */
    public static Testbed testbed(String namespace, String name) {
        List<Slot> slots = List.of(
                new Slot(0, new SlotPlace("n0", 0, 0), SlotState.FREE, null, null, null, 0, true, false, null),
                new Slot(1, new SlotPlace("n1", 1, 0), SlotState.OCCUPIED, "pi", "pi-1", "u1", 7, true, false, null));
        return new Testbed(
                metadata(namespace, name, 1),
                new TestbedSpec(1, "testbed", Resources.NONE, FreeSlotHoldingMode.PLACEHOLDER, null, List.of()),
                null,
                new TestbedStatus(TestbedState.RUNNING, 1, slots, "s", null, List.of(), List.of()));
    }

    /** A testbed without slots, whose nodes have that label. */
    static Testbed testbedWithLabel(String name, String label) {
        return new Testbed(
                metadata("default", name, 1),
                new TestbedSpec(1, label, Resources.NONE, FreeSlotHoldingMode.PLACEHOLDER, null, List.of()),
                null,
                TestbedStatus.NONE);
    }

    /** A testbed whose spec has that problem: it has the spec that stands in for one that cannot be followed. */
    static Testbed testbedWithProblem(String name, Problem problem) {
        Testbed standIn = testbedWithLabel(name, "none");
        return new Testbed(standIn.metadata(), standIn.spec(), problem, standIn.status());
    }

    /** The job, whose status tells no runs. */
    static BatchJob withoutRuns(BatchJob job) {
        BatchJobStatus before = job.status();
        return new BatchJob(
                job.metadata(),
                job.spec(),
                job.problem(),
                new BatchJobStatus(
                        before.state(),
                        before.observedGeneration(),
                        before.claimedBy(),
                        before.testbed(),
                        before.slots(),
                        before.failures(),
                        List.of(),
                        before.conditions()));
    }

    public static BatchJob job(String name) {
        JobRun run = new JobRun(7, new ObjectKey("default", "s"), T0, T0.plusSeconds(24), true, List.of(1), "");
        return new BatchJob(
                metadata("default", name, 1),
                new BatchJobSpec("job", FailurePolicy.FAIL, null, Map.of("profiler", List.of(Map.of("wc", "24 (16)")))),
                null,
                new BatchJobStatus(BatchJobState.COMPLETED, 1, "s", "tb", List.of(), 0, List.of(run), List.of()));
    }

    /** A queue of the jobs {@code wc, pi}, the second of which has completed. */
    public static Scheduling scheduling(String name) {
        ObjectKey wc = new ObjectKey("default", "wc");
        ObjectKey pi = new ObjectKey("default", "pi");
        return new Scheduling(
                metadata("default", name, 1),
                new SchedulingSpec(new ObjectKey("default", "tb"), new RequestedJobs.Queue(List.of(wc, pi))),
                null,
                new SchedulingStatus(
                        SchedulingState.AWAITING_COMPLETION,
                        1,
                        6,
                        List.of(
                                new JobProgress("wc", JobProgress.Stage.RUNNING, List.of(0), 0, ""),
                                new JobProgress("pi", JobProgress.Stage.COMPLETED, List.of(1), 0, "")),
                        List.of()));
    }
}
