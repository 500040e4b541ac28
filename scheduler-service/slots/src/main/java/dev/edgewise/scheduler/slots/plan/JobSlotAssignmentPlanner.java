package dev.edgewise.scheduler.slots.plan;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Chooses the jobs of a Scheduling that start now, and their slots. */
public final class JobSlotAssignmentPlanner {
    private JobSlotAssignmentPlanner() {}

    /**
     * Returns the jobs that start now, in their order. Jobs that are not waiting are left out as if the Scheduling did
     * not name them: those that run, have ended, or pause after a failed run.
     *
     * @param waiting jobs that may start
     * @param free positions of the slots that may be used
     * @param isIdle whether no job of the Scheduling has slots now
     */
    public static List<JobSlotAssignment> next(
            RequestedJobs requested, Set<ObjectKey> waiting, Collection<Integer> free, boolean isIdle) {
        if (requested instanceof RequestedJobs.Queue queue) {
            return nextOfQueue(queue, waiting, List.copyOf(new TreeSet<>(free)), isIdle);
        }
        return nextWithSlots((RequestedJobs.Slots) requested, waiting, new TreeSet<>(free));
    }

    /**
     * Assigns the i-th remaining entry to the i-th lowest free slot, in order of first occurrence, until a job does not
     * fit wholly. A job at the head that would never fit, as its entries are too far apart for the number of slots,
     * gets the lowest slots while nothing else runs.
     */
    private static List<JobSlotAssignment> nextOfQueue(
            RequestedJobs.Queue queue, Set<ObjectKey> waiting, List<Integer> free, boolean isIdle) {
        List<ObjectKey> remaining =
                queue.entries().stream().filter(waiting::contains).toList();
        Map<ObjectKey, List<Integer>> entries = new LinkedHashMap<>();
        for (int i = 0; i < remaining.size(); i++) {
            entries.computeIfAbsent(remaining.get(i), job -> new ArrayList<>()).add(i);
        }
        List<JobSlotAssignment> assignments = new ArrayList<>();
        for (Map.Entry<ObjectKey, List<Integer>> job : entries.entrySet()) {
            List<Integer> of = job.getValue();
            if (of.get(of.size() - 1) >= free.size()) {
                break;
            }
            assignments.add(new JobSlotAssignment(
                    job.getKey(), of.stream().map(free::get).toList()));
        }
        if (assignments.isEmpty() && isIdle && !remaining.isEmpty()) {
            ObjectKey head = remaining.get(0);
            int replication = queue.replication(head);
            if (replication <= free.size()) {
                return List.of(new JobSlotAssignment(head, free.subList(0, replication)));
            }
        }
        return assignments;
    }

    private static List<JobSlotAssignment> nextWithSlots(
            RequestedJobs.Slots slots, Set<ObjectKey> waiting, Set<Integer> free) {
        List<JobSlotAssignment> assignments = new ArrayList<>();
        for (RequestedJobs.JobSlots job : slots.jobs()) {
            if (!waiting.contains(job.job())) {
                continue;
            }
            if (free.containsAll(job.slots())) {
                job.slots().forEach(free::remove);
                assignments.add(new JobSlotAssignment(job.job(), job.slots()));
            } else if (slots.mode() == RequestedJobs.Mode.STRICT) {
                break;
            }
        }
        return assignments;
    }
}
