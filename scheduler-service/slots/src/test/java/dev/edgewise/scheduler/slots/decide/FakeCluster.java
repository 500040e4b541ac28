package dev.edgewise.scheduler.slots.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A cluster that carries out actions at once, with operators and a scheduler that do what a test says. */
final class FakeCluster {
    final Map<String, Testbed> testbeds = new TreeMap<>();
    final Map<String, BatchJob> jobs = new TreeMap<>();
    final Map<String, Scheduling> schedulings = new TreeMap<>();
    final Map<String, ObservedBatchJobApplication> applications = new TreeMap<>();
    final Map<String, SlotPod> pods = new TreeMap<>();
    final Map<String, SlotPausePod> pausePods = new TreeMap<>();
    /** The requests of pods, by their names. */
    private final Map<String, Resources> requests = new HashMap<>();

    final Map<String, NodeFacts> nodes = new TreeMap<>();
    final List<Testbed> otherTestbeds = new ArrayList<>();
    final Set<String> hangingPods = new HashSet<>();
    final List<String> events = new ArrayList<>();
    Set<String> served = Set.of("job");
    ClaimLedger claims = ClaimLedger.NONE;
    Instant now = SlotObjects.START;
    boolean isLedgerStored = true;
    /** Whether applications succeed with their pods, as Jobs do. */
    boolean endsWithPods;

    private int version;
    private int uids;
    private final SlotDecider decider = new NamespaceDecider(SlotObjects.RULES);

    FakeCluster nodes(int count) {
        for (int i = 0; i < count; i++) {
            put(SlotObjects.node("node-" + i, String.valueOf(i)));
        }
        return this;
    }

    FakeCluster put(NodeFacts node) {
        nodes.put(node.name(), node);
        return this;
    }

    FakeCluster put(Testbed testbed) {
        testbeds.put(testbed.name(), testbed);
        return this;
    }

    FakeCluster put(BatchJob job) {
        jobs.put(job.name(), job);
        return this;
    }

    FakeCluster put(Scheduling scheduling) {
        schedulings.put(scheduling.name(), scheduling);
        return this;
    }

    FakeCluster jobs(String... names) {
        for (String name : names) {
            put(SlotObjects.job(name));
        }
        return this;
    }

    SlotDecisionInput input() {
        return new SlotDecisionInput(
                SlotObjects.NAMESPACE,
                now,
                claims,
                String.valueOf(version),
                isLedgerStored,
                List.copyOf(testbeds.values()),
                otherTestbeds,
                List.copyOf(jobs.values()),
                List.copyOf(schedulings.values()),
                List.copyOf(applications.values()),
                List.copyOf(pods.values()),
                List.copyOf(pausePods.values()),
                nodes.values().stream().map(this::withPods).toList(),
                served);
    }

    /** Returns the node with the requests of the pods in its slots. */
    private NodeFacts withPods(NodeFacts node) {
        Resources sum = node.requests();
        int count = 0;
        for (SlotPod pod : pods.values()) {
            if (node.name().equals(pod.node()) && !pod.isFinished()) {
                sum = sum.plus(requests.getOrDefault(pod.key().name(), SlotObjects.SLOT));
                count++;
            }
        }
        return new NodeFacts(
                node.name(),
                node.labels(),
                node.allocatable(),
                sum,
                node.freePods() - count,
                node.unschedulable(),
                node.taints(),
                node.unreachableSince());
    }

    SlotDecision decide() {
        return decider.decide(input());
    }

    /** Decides and carries out until nothing is asked for any more. */
    FakeCluster settle() {
        for (int round = 0; round < 50; round++) {
            List<SlotAction> actions = decide().actions();
            if (actions.isEmpty()) {
                return this;
            }
            actions.forEach(this::apply);
        }
        throw new AssertionError("still acts after 50 rounds: " + decide().actions());
    }

    FakeCluster after(Duration wait) {
        now = now.plus(wait);
        return settle();
    }

    void apply(SlotAction action) {
        if (action instanceof SlotAction.WriteClaims write) {
            assertThat(write.expectedVersion()).isEqualTo(String.valueOf(version));
            claims = write.claims();
            isLedgerStored = true;
            version++;
        } else if (action instanceof SlotAction.WriteTestbedStatus write) {
            Testbed old = write.testbed();
            put(new Testbed(old.metadata(), old.spec(), old.problem(), write.status()));
        } else if (action instanceof SlotAction.WriteJobStatus write) {
            BatchJob old = write.job();
            put(new BatchJob(old.metadata(), old.spec(), old.problem(), write.status()));
        } else if (action instanceof SlotAction.WriteSchedulingStatus write) {
            Scheduling old = schedulings.get(write.scheduling().name());
            if (old != null) {
                put(new Scheduling(old.metadata(), old.spec(), old.problem(), write.status()));
            }
        } else if (action instanceof SlotAction.AddFinalizer add) {
            Scheduling old = schedulings.get(add.object().name());
            put(new Scheduling(finalizer(old.metadata()), old.spec(), old.problem(), old.status()));
        } else if (action instanceof SlotAction.DropFinalizer drop) {
            schedulings.remove(drop.object().name());
        } else {
            applyToWorkload(action);
        }
    }

    private void applyToWorkload(SlotAction action) {
        if (action instanceof SlotAction.CreateApplication create) {
            create(create);
        } else if (action instanceof SlotAction.DeleteApplication delete) {
            applications.remove(delete.application().key().name());
            pods.values()
                    .removeIf(pod -> pod.epoch() == delete.application().epoch()
                            && !hangingPods.contains(pod.key().name()));
        } else if (action instanceof SlotAction.DeletePod delete) {
            if (!hangingPods.contains(delete.pod().key().name())) {
                pods.remove(delete.pod().key().name());
            } else {
                pods.put(delete.pod().key().name(), terminating(delete.pod()));
            }
        } else if (action instanceof SlotAction.CreatePausePod create) {
            SlotPlace place = create.place();
            String name = create.testbed().name() + "-" + place.node() + "-" + place.positionOnNode();
            pausePods.put(
                    name,
                    new SlotPausePod(
                            SlotObjects.key(name),
                            uid(),
                            create.testbed().uid(),
                            place,
                            create.testbed().spec().resourcesPerSlot(),
                            false,
                            false));
        } else if (action instanceof SlotAction.DeletePausePod delete) {
            pausePods.remove(delete.pausePod().key().name());
        } else if (action instanceof SlotAction.RecordEvent event) {
            events.add(event.object().name() + " " + event.reason() + ": " + event.message());
        }
    }

    private void create(SlotAction.CreateApplication create) {
        assertThat(create.slots())
                .extracting(Slot::position)
                .isEqualTo(create.run().positions());
        String name = create.job().name();
        applications.putIfAbsent(
                name,
                new ObservedBatchJobApplication(
                        "job",
                        SlotObjects.key(name),
                        uid(),
                        create.job().uid(),
                        create.run().epoch(),
                        ObservedBatchJobApplication.Phase.PENDING,
                        "",
                        false,
                        endsWithPods));
    }

    /** The application's pods are made, and bound to the lowest of their slots that are empty and not refused. */
    FakeCluster place(String job) {
        put(job);
        return settle();
    }

    /** The pods of all of the jobs are made before anything is decided. */
    FakeCluster placeAll(List<String> jobs) {
        jobs.forEach(this::put);
        return this;
    }

    private void put(String job) {
        ObservedBatchJobApplication application = applications.get(job);
        for (int position : positionsOf(job)) {
            String testbedUid = claims.holderOfJob(application.ownerUid()).testbedUid();
            boolean isEmpty = pods.values().stream()
                    .noneMatch(pod -> pod.testbedUid().equals(testbedUid) && pod.position() == position);
            if (isEmpty && claims.mayTake(testbedUid, application.epoch(), position)) {
                String name = job + "-" + number(application) + "-" + position;
                requests.put(name, sizeOf(testbedUid));
                String node = claims.layouts().get(testbedUid).get(position).node();
                pods.put(
                        name,
                        new SlotPod(
                                SlotObjects.key(name),
                                uid(),
                                job,
                                testbedUid,
                                application.epoch(),
                                node,
                                position,
                                SlotPod.Phase.RUNNING,
                                null));
            }
        }
    }

    /** Returns the number of the run: 1 for the first epoch that was given. */
    private static long number(ObservedBatchJobApplication application) {
        return application.epoch() - SlotObjects.START.toEpochMilli() + 1;
    }

    private Resources sizeOf(String testbedUid) {
        return testbeds.values().stream()
                .filter(testbed -> testbed.uid().equals(testbedUid))
                .map(testbed -> testbed.spec().resourcesPerSlot())
                .findFirst()
                .orElseThrow();
    }

    /** The pod has ended, and is still there. */
    FakeCluster end(String pod, SlotPod.Phase phase) {
        SlotPod old = pods.get(pod);
        pods.put(
                pod,
                new SlotPod(
                        old.key(),
                        old.uid(),
                        old.application(),
                        old.testbedUid(),
                        old.epoch(),
                        old.node(),
                        old.position(),
                        phase,
                        old.terminatingSince()));
        return settle();
    }

    FakeCluster run(String job) {
        return phase(job, ObservedBatchJobApplication.Phase.RUNNING);
    }

    FakeCluster start(String job) {
        return place(job).run(job);
    }

    FakeCluster succeed(String job) {
        return phase(job, ObservedBatchJobApplication.Phase.SUCCEEDED);
    }

    FakeCluster fail(String job) {
        return phase(job, ObservedBatchJobApplication.Phase.FAILED);
    }

    FakeCluster phase(String job, ObservedBatchJobApplication.Phase phase) {
        ObservedBatchJobApplication old = applications.get(job);
        applications.put(
                job,
                new ObservedBatchJobApplication(
                        old.kind(),
                        old.key(),
                        old.uid(),
                        old.ownerUid(),
                        old.epoch(),
                        phase,
                        phase == ObservedBatchJobApplication.Phase.FAILED ? "exit code 1" : "",
                        old.terminating(),
                        old.endsWithPods()));
        return settle();
    }

    FakeCluster deleteScheduling(String name) {
        Scheduling old = schedulings.get(name);
        ObjectMetadata metadata = old.metadata();
        ObjectMetadata deleted = new ObjectMetadata(
                metadata.key(),
                metadata.uid(),
                metadata.resourceVersion(),
                metadata.generation(),
                metadata.createdAt(),
                true,
                metadata.hasFinalizer());
        put(new Scheduling(deleted, old.spec(), old.problem(), old.status()));
        return settle();
    }

    /** Slots of the job's run as its BatchJob shows them. */
    List<Integer> positionsOf(String job) {
        return jobs.get(job).status().slots();
    }

    Set<String> running() {
        return new TreeSet<>(applications.keySet());
    }

    List<Slot> slotsOf(String testbed) {
        return testbeds.get(testbed).status().slots();
    }

    private String uid() {
        uids++;
        return "uid-" + uids;
    }

    private SlotPod terminating(SlotPod pod) {
        return new SlotPod(
                pod.key(),
                pod.uid(),
                pod.application(),
                pod.testbedUid(),
                pod.epoch(),
                pod.node(),
                pod.position(),
                pod.phase(),
                now);
    }

    private static ObjectMetadata finalizer(ObjectMetadata old) {
        ObjectKey key = old.key();
        return new ObjectMetadata(
                key, old.uid(), old.resourceVersion(), old.generation(), old.createdAt(), old.deleted(), true);
    }
}
