package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.RequestedJobs.JobSlots;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Objects for tests, in the namespace {@code lab}. */
final class SlotObjects {
    static final String NAMESPACE = "lab";
    static final Instant START = Instant.parse("2026-11-28T12:00:00Z");
    static final String LABEL = "lab.example/index";

    /** One core and 1 GiB. */
    static final Resources SLOT = new Resources(1000, 1L << 30, 0, Map.of());

    /** Short bounds in whole minutes, so that tests can name them. */
    static final SlotTimeouts RULES = new SlotTimeouts(
            Duration.ofMinutes(2),
            Duration.ofMinutes(3),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(60),
            Duration.ofMinutes(10),
            5);

    private SlotObjects() {}

    static ObjectKey key(String name) {
        return new ObjectKey(NAMESPACE, name);
    }

    /** @param age larger is older */
    static ObjectMetadata metadata(String name, int age) {
        return new ObjectMetadata(key(name), "uid-" + name, "1", 1, START.minusSeconds(age), false, true);
    }

    static TestbedSpec testbedSpec(int slotsPerNode) {
        return new TestbedSpec(slotsPerNode, LABEL, SLOT, FreeSlotHoldingMode.PLACEHOLDER, null, List.of());
    }

    static Testbed testbed(String name, int slotsPerNode) {
        return testbed(name, testbedSpec(slotsPerNode));
    }

    static Testbed testbed(String name, TestbedSpec spec) {
        return new Testbed(metadata(name, 100), spec, null, TestbedStatus.NONE);
    }

    static BatchJob job(String name) {
        return job(name, FailurePolicy.FAIL);
    }

    static BatchJob job(String name, FailurePolicy policy) {
        return new BatchJob(
                metadata(name, 50), new BatchJobSpec("job", policy, null, Map.of()), null, BatchJobStatus.NONE);
    }

    static Scheduling queue(String name, String testbed, String... jobs) {
        return scheduling(
                name,
                testbed,
                new RequestedJobs.Queue(Stream.of(jobs).map(SlotObjects::key).toList()));
    }

    static Scheduling slots(String name, String testbed, RequestedJobs.Mode mode, JobSlots... jobs) {
        return scheduling(name, testbed, new RequestedJobs.Slots(mode, List.of(jobs)));
    }

    static JobSlots at(String job, Integer... slots) {
        return new JobSlots(key(job), Arrays.asList(slots));
    }

    static Scheduling scheduling(String name, String testbed, RequestedJobs jobs) {
        return new Scheduling(metadata(name, 10), new SchedulingSpec(key(testbed), jobs), null, SchedulingStatus.NONE);
    }

    /** A node of four cores and 8 GiB. */
    static NodeFacts node(String name, String index) {
        return new NodeFacts(
                name,
                Map.of(LABEL, index),
                new Resources(4000, 8L << 30, 0, Map.of()),
                Resources.NONE,
                110,
                false,
                List.of(),
                null);
    }
}
