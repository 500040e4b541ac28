package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.decide.ProtocolModel.App;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Base;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Life;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Pod;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Shown;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Stage;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The objects of {@link ProtocolModel}, and its states as inputs of decisions. */
final class ProtocolObjects {
    static final Map<String, List<SlotPlace>> LAYOUTS = Map.of(
            "uid-bed-0", List.of(new SlotPlace("node-0", 0, 0)),
            "uid-bed-1", List.of(new SlotPlace("node-1", 0, 0)));

    private static final List<Scheduling> SCHEDULINGS = List.of(
            SlotObjects.queue("s0", "bed-0", "j0", "j1"),
            SlotObjects.queue("s1", "bed-0", "j1", "j2"),
            SlotObjects.queue("s2", "bed-1", "j2", "j0"));
    private static final List<BatchJob> JOBS =
            List.of(SlotObjects.job("j0"), SlotObjects.job("j1"), SlotObjects.job("j2"));
    private static final List<Testbed> TESTBEDS = List.of(
            SlotObjects.testbed("bed-0", SlotObjects.testbedSpec(1)), SlotObjects.testbed("bed-1", labelled("other")));
    private static final List<NodeFacts> NODES = List.of(SlotObjects.node("node-0", "0"), nodeOfBed1());

    private ProtocolObjects() {}

    /** Returns the number at the end of a name. */
    static int index(String name) {
        return name.charAt(name.length() - 1) - '0';
    }

    /** Returns the uid of the Scheduling's testbed. */
    static String testbedOf(int scheduling) {
        return "uid-" + SCHEDULINGS.get(scheduling).spec().testbed().name();
    }

    static SlotDecisionInput input(Base base, Shown shown) {
        List<Scheduling> schedulings = new ArrayList<>();
        List<ObservedBatchJobApplication> applications = new ArrayList<>();
        for (int i = 0; i < ProtocolModel.SIZE; i++) {
            Life life = base.lives().get(i);
            if (life != Life.GONE) {
                schedulings.add(scheduling(
                        SCHEDULINGS.get(i),
                        life == Life.DELETED,
                        shown.schedulings().get(i)));
            }
            App app = base.apps().get(i);
            if (app != null) {
                applications.add(application(JOBS.get(i), app, i));
            }
        }
        return new SlotDecisionInput(
                SlotObjects.NAMESPACE,
                SlotObjects.START,
                base.claims(),
                "1",
                true,
                TESTBEDS,
                List.of(),
                jobs(shown),
                schedulings,
                applications,
                base.pods().stream().map(ProtocolObjects::pod).toList(),
                List.of(),
                NODES,
                Set.of("job"));
    }

    private static List<BatchJob> jobs(Shown shown) {
        List<BatchJob> jobs = new ArrayList<>();
        for (int i = 0; i < ProtocolModel.SIZE; i++) {
            BatchJob job = JOBS.get(i);
            jobs.add(new BatchJob(job.metadata(), job.spec(), null, shown.jobs().get(i)));
        }
        return jobs;
    }

    private static ObservedBatchJobApplication application(BatchJob job, App app, int index) {
        ObservedBatchJobApplication.Phase end =
                index == 0 ? ObservedBatchJobApplication.Phase.FAILED : ObservedBatchJobApplication.Phase.SUCCEEDED;
        ObservedBatchJobApplication.Phase phase = app.hasEnded() ? end : ObservedBatchJobApplication.Phase.PENDING;
        return new ObservedBatchJobApplication(
                "job", job.metadata().key(), "uid", job.uid(), app.epoch(), phase, "", false);
    }

    private static SlotPod pod(Pod pod) {
        String testbed = testbedOf(ProtocolModel.schedulingOf(pod.epoch()));
        boolean isBound = pod.stage() == Stage.BOUND;
        return new SlotPod(
                SlotObjects.key("pod-" + pod.epoch()),
                "uid",
                JOBS.get(ProtocolModel.jobOf(pod.epoch())).name(),
                testbed,
                pod.epoch(),
                isBound ? "node-" + index(testbed) : null,
                isBound ? 0 : SlotPod.NO_POSITION,
                SlotPod.Phase.RUNNING,
                null);
    }

    private static Scheduling scheduling(Scheduling scheduling, boolean deleted, SchedulingStatus status) {
        ObjectMetadata old = scheduling.metadata();
        ObjectMetadata metadata = new ObjectMetadata(
                old.key(), old.uid(), old.resourceVersion(), old.generation(), old.createdAt(), deleted, true);
        return new Scheduling(metadata, scheduling.spec(), null, status);
    }

    private static TestbedSpec labelled(String label) {
        TestbedSpec spec = SlotObjects.testbedSpec(1);
        return new TestbedSpec(1, label, spec.resourcesPerSlot(), spec.heldBy(), null, List.of());
    }

    private static NodeFacts nodeOfBed1() {
        NodeFacts node = SlotObjects.node("node-1", "0");
        return new NodeFacts(
                node.name(), Map.of("other", "0"), node.allocatable(), node.requests(), 110, false, List.of(), null);
    }
}
