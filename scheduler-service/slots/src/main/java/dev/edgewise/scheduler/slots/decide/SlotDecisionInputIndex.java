package dev.edgewise.scheduler.slots.decide;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An input with its objects by name and uid, in an order that does not depend on that of its lists. */
final class SlotDecisionInputIndex {
    private static final long MOST_AT_ONCE = 10_000;

    private final SlotDecisionInput input;
    private final List<Testbed> testbeds;
    private final List<BatchJob> jobs;
    private final List<Scheduling> schedulings;
    private final Map<String, Testbed> testbedsByName;
    private final Map<String, Testbed> testbedsByUid;
    private final Map<String, BatchJob> jobsByName;
    private final Map<String, BatchJob> jobsByUid;
    private final Map<String, Scheduling> schedulingsByUid;
    private final Map<String, List<SlotPod>> podsByTestbed;
    private final Map<Long, List<SlotPod>> podsByEpoch;
    private final Map<String, List<ObservedBatchJobApplication>> applicationsByName;
    private final Map<String, NodeFacts> nodes;
    private final Map<String, Testbed> nodeOwners;

    SlotDecisionInputIndex(SlotDecisionInput input) {
        this.input = input;
        testbeds = sorted(input.testbeds(), Testbed::metadata);
        jobs = sorted(input.jobs(), BatchJob::metadata);
        schedulings = sorted(input.schedulings(), Scheduling::metadata);
        testbedsByName = byKey(testbeds, Testbed::name);
        testbedsByUid = byKey(testbeds, Testbed::uid);
        jobsByName = byKey(jobs, BatchJob::name);
        jobsByUid = byKey(jobs, BatchJob::uid);
        schedulingsByUid = byKey(schedulings, Scheduling::uid);
        podsByTestbed = input.pods().stream()
                .sorted(Comparator.comparing(SlotPod::key))
                .collect(groupingBy(SlotPod::testbedUid));
        podsByEpoch =
                input.pods().stream().sorted(Comparator.comparing(SlotPod::key)).collect(groupingBy(SlotPod::epoch));
        applicationsByName = input.applications().stream()
                .sorted(Comparator.comparing(ObservedBatchJobApplication::key)
                        .thenComparing(ObservedBatchJobApplication::kind))
                .collect(groupingBy(application -> application.key().name()));
        nodes = byKey(input.nodes(), NodeFacts::name);
        nodeOwners = nodeOwners();
    }

    /**
     * Returns the largest epoch that an object names; 0 if none does. Epochs that the time has not reached were given
     * by no ledger: they are texts of pods and statuses that were written by hand.
     */
    long largestEpoch() {
        LongStream ofApplications = input.applications().stream()
                .filter(application -> !application.ownerUid().isEmpty())
                .mapToLong(ObservedBatchJobApplication::epoch);
        LongStream ofPods = input.pods().stream().mapToLong(SlotPod::epoch);
        LongStream ofSchedulings =
                schedulings.stream().mapToLong(scheduling -> scheduling.status().epoch());
        LongStream ofRuns =
                jobs.stream().flatMap(job -> job.status().runs().stream()).mapToLong(JobRun::epoch);
        return Stream.of(ofApplications, ofPods, ofSchedulings, ofRuns)
                .flatMapToLong(Function.identity())
                .filter(this::mayBeGiven)
                .max()
                .orElse(0);
    }

    /**
     * Returns whether a ledger may have given the epoch. In one millisecond it gives several, which are ahead of the
     * time.
     */
    boolean mayBeGiven(long epoch) {
        return epoch > 0 && epoch <= now().toEpochMilli() + MOST_AT_ONCE;
    }

    SlotDecisionInput input() {
        return input;
    }

    Instant now() {
        return input.now();
    }

    /** Returns the testbeds of the namespace, oldest first. */
    List<Testbed> testbeds() {
        return testbeds;
    }

    /** Returns the batch jobs of the namespace, oldest first. */
    List<BatchJob> jobs() {
        return jobs;
    }

    /** Returns the Schedulings of the namespace, oldest first. */
    List<Scheduling> schedulings() {
        return schedulings;
    }

    @Nullable
    Testbed testbed(String name) {
        return testbedsByName.get(name);
    }

    /** Returns the testbed of that name and uid, unless it was deleted; null if there is none. */
    @Nullable
    Testbed testbed(String name, String uid) {
        Testbed testbed = testbedsByName.get(name);
        return testbed == null
                        || !testbed.uid().equals(uid)
                        || testbed.metadata().deleted()
                ? null
                : testbed;
    }

    @Nullable
    BatchJob job(String name) {
        return jobsByName.get(name);
    }

    /** Returns the job of that uid, unless it was deleted; null if there is none. */
    @Nullable
    BatchJob jobOfUid(String uid) {
        BatchJob job = jobsByUid.get(uid);
        return job == null || job.metadata().deleted() ? null : job;
    }

    @Nullable
    Scheduling scheduling(String uid) {
        return schedulingsByUid.get(uid);
    }

    /** Returns whether the history of the job tells how its last run in the claim ended. */
    boolean isShown(ClaimedJob job) {
        BatchJob batchJob = jobOfUid(job.uid());
        if (batchJob == null || job.lastEnded() == null) {
            return true;
        }
        long epoch = job.lastEnded().run().epoch();
        List<JobRun> runs = batchJob.status().runs();
        boolean isOlderThanAll = !runs.isEmpty() && runs.get(0).epoch() > epoch;
        return isOlderThanAll || runs.stream().anyMatch(run -> run.epoch() == epoch && run.stop() != null);
    }

    /** Returns the pods that name slots of the testbed, in the order of their names. */
    List<SlotPod> pods(String testbedUid) {
        return podsByTestbed.getOrDefault(testbedUid, List.of());
    }

    /** Returns the pods that name slots of the testbed for that run. */
    List<SlotPod> pods(String testbedUid, long epoch) {
        return podsByEpoch.getOrDefault(epoch, List.of()).stream()
                .filter(pod -> pod.testbedUid().equals(testbedUid))
                .toList();
    }

    /** Returns the applications of that name, of whatever kind. */
    List<ObservedBatchJobApplication> applications(String name) {
        return applicationsByName.getOrDefault(name, List.of());
    }

    @Nullable
    NodeFacts node(String name) {
        return nodes.get(name);
    }

    /** Returns the nodes that have the label, in the order of their names. */
    List<NodeFacts> nodesWith(String label) {
        return input.nodes().stream()
                .filter(node -> node.labels().containsKey(label))
                .sorted(Comparator.comparing(NodeFacts::name))
                .toList();
    }

    /** Returns the oldest testbed of all namespaces that has, or is to have, slots on the node; null if none. */
    @Nullable
    Testbed nodeOwner(String node) {
        return nodeOwners.get(node);
    }

    private Map<String, Testbed> nodeOwners() {
        List<Testbed> all = new ArrayList<>(input.testbeds());
        all.addAll(input.otherTestbeds());
        Map<String, Testbed> owners = new HashMap<>();
        for (Testbed testbed : sorted(all, Testbed::metadata)) {
            if (!testbed.metadata().deleted() && testbed.problem() == null) {
                NodeSelection.wanted(testbed, this, present(testbed), owners.keySet())
                        .forEach(node -> owners.put(node, testbed));
            }
        }
        return owners;
    }

    /** Returns the places of its slots: of a testbed of another namespace, as its status tells them. */
    private List<SlotPlace> present(Testbed testbed) {
        return testbedsByUid.containsKey(testbed.uid())
                ? input.claims().layouts().getOrDefault(testbed.uid(), List.of())
                : testbed.status().slots().stream().map(Slot::place).toList();
    }

    private static <T> List<T> sorted(List<T> objects, Function<T, ObjectMetadata> metadata) {
        return objects.stream()
                .sorted(Comparator.comparing(metadata, ObjectMetadata.OLDEST_FIRST))
                .toList();
    }

    private static <T> Map<String, T> byKey(List<T> objects, Function<T, String> key) {
        return objects.stream().collect(toMap(key, Function.identity(), (first, second) -> first));
    }
}
