package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.SlotNumbering;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a Scheduling against the testbeds and jobs that there are. */
final class SchedulingValidator {
    private final SlotDecisionInputIndex index;
    private final SlotLayouts layouts;

    SchedulingValidator(SlotDecisionInputIndex index, SlotLayouts layouts) {
        this.index = index;
        this.layouts = layouts;
    }

    /**
     * Returns the first value that is not allowed; null if there is none.
     *
     * @param draft ledger whose layouts say which slots there are
     */
    @Nullable
    Problem problem(Scheduling scheduling, ClaimLedgerDraft draft) {
        if (scheduling.problem() != null) {
            return scheduling.problem();
        }
        ObjectKey testbedKey = scheduling.spec().testbed();
        String namespace = scheduling.metadata().namespace();
        if (!testbedKey.namespace().equals(namespace)) {
            return new Problem("spec.testbed.namespace", testbedKey.namespace(), "the Scheduling's own, " + namespace);
        }
        Testbed testbed = index.testbed(testbedKey.name());
        if (testbed == null || testbed.metadata().deleted()) {
            return new Problem("spec.testbed.name", testbedKey.name(), "the name of a Testbed in " + namespace);
        }
        List<SlotPlace> places = draft.places(testbed.uid());
        Problem ofTestbed = layouts.problem(testbed, places);
        if (ofTestbed != null) {
            return new Problem(
                    "spec.testbed.name",
                    testbed.name(),
                    "the name of a valid Testbed; of this one " + ofTestbed.message());
        }
        Set<Integer> retired = SlotNumbering.retired(places, layouts.desired(testbed, places));
        if (places.size() == retired.size()) {
            return new Problem(
                    "spec.testbed.name",
                    testbed.name(),
                    "a Testbed with slots: no node with the label "
                            + testbed.spec().nodeLabel() + " can be used");
        }
        RequestedJobs jobs = scheduling.spec().jobs();
        return jobs instanceof RequestedJobs.Queue queue
                ? ofQueue(queue, namespace, places.size() - retired.size())
                : ofSlots((RequestedJobs.Slots) jobs, namespace, places.size(), retired);
    }

    private @Nullable Problem ofQueue(RequestedJobs.Queue queue, String namespace, int slots) {
        if (queue.entries().isEmpty()) {
            return new Problem("spec.queueBased", "empty", "the names of one BatchJob or more");
        }
        Map<ObjectKey, Integer> replications = queue.replications();
        Set<ObjectKey> seen = new HashSet<>();
        for (int i = 0; i < queue.entries().size(); i++) {
            ObjectKey job = queue.entries().get(i);
            if (!seen.add(job)) {
                continue;
            }
            Problem problem = ofJob("spec.queueBased[" + i + "]", job, namespace);
            if (problem != null) {
                return problem;
            }
            int replication = replications.getOrDefault(job, 0);
            if (replication > slots) {
                return new Problem(
                        "spec.queueBased",
                        job.name() + " " + replication + " times",
                        "each job at most " + slots + " times, as the Testbed has " + slots + " slots");
            }
        }
        return null;
    }

    private @Nullable Problem ofSlots(RequestedJobs.Slots slots, String namespace, int places, Set<Integer> retired) {
        if (slots.jobs().isEmpty()) {
            return new Problem("spec.slotBased.jobs", "empty", "one job or more with its slots");
        }
        Set<ObjectKey> seen = new HashSet<>();
        for (int i = 0; i < slots.jobs().size(); i++) {
            RequestedJobs.JobSlots job = slots.jobs().get(i);
            String field = "spec.slotBased.jobs[" + i + "]";
            Problem problem = ofJob(field + ".name", job.job(), namespace);
            if (problem != null) {
                return problem;
            }
            if (!seen.add(job.job())) {
                return new Problem(field + ".name.name", job.job().name(), "a job that is named once");
            }
            Problem ofPositions = ofPositions(field + ".slotIds", job.slots(), places, retired);
            if (ofPositions != null) {
                return ofPositions;
            }
        }
        return null;
    }

    private static @Nullable Problem ofPositions(
            String field, List<Integer> positions, int places, Set<Integer> retired) {
        if (positions.isEmpty()) {
            return new Problem(field, "empty", "one position or more");
        }
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < positions.size(); i++) {
            int position = positions.get(i);
            String item = field + "[" + i + "]";
            if (position < 0 || position >= places) {
                return new Problem(item, String.valueOf(position), "from 0 to " + (places - 1));
            }
            if (retired.contains(position)) {
                return new Problem(item, String.valueOf(position), "a slot that the Testbed keeps");
            }
            if (!seen.add(position)) {
                return new Problem(item, String.valueOf(position), "given once for each job");
            }
        }
        return null;
    }

    private @Nullable Problem ofJob(String field, ObjectKey key, String namespace) {
        if (!key.namespace().equals(namespace)) {
            return new Problem(field + ".namespace", key.namespace(), "the Scheduling's own, " + namespace);
        }
        BatchJob job = index.job(key.name());
        if (job == null || job.metadata().deleted()) {
            return new Problem(field + ".name", key.name(), "the name of a BatchJob in " + namespace);
        }
        Problem problem = JobValidator.problem(job, index.input().servedKinds());
        return problem == null
                ? null
                : new Problem(
                        field + ".name", key.name(), "the name of a valid BatchJob; of this one " + problem.message());
    }
}
