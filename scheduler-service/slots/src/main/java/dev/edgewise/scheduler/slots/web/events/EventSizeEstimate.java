package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the memory of the object of an event, in bytes: its records, and two bytes for each character of its texts.
 */
final class EventSizeEstimate {
    /** Bytes of an object with its metadata. */
    static final long OBJECT = 1_000;

    /** Bytes of a slot, run, condition, or job of a Scheduling, without its long texts. */
    static final long ENTRY = 300;

    /** Bytes of a number in a list, and of a character. */
    private static final long NUMBER = 20;

    private static final long CHARACTER = 2;

    private EventSizeEstimate() {}

    /** @param object a {@code Testbed}, {@code BatchJob} or {@code Scheduling} */
    static long of(Object object) {
        if (object instanceof Testbed testbed) {
            return OBJECT + of(testbed);
        } else if (object instanceof BatchJob job) {
            return OBJECT + of(job);
        } else if (object instanceof Scheduling scheduling) {
            return OBJECT + of(scheduling);
        }
        throw new IllegalArgumentException("no object of batch slots: " + object);
    }

    private static long of(Testbed testbed) {
        long bytes = conditions(testbed.status().conditions());
        for (Slot slot : testbed.status().slots()) {
            bytes += ENTRY + text(slot.problem());
        }
        for (NodeProblem problem : testbed.status().nodeProblems()) {
            bytes += ENTRY + text(problem.toString());
        }
        return bytes;
    }

    private static long of(BatchJob job) {
        long bytes = conditions(job.status().conditions())
                + NUMBER * job.status().slots().size();
        for (JobRun run : job.status().runs()) {
            bytes += ENTRY + NUMBER * run.slots().size() + text(run.message());
        }
        for (Map.Entry<String, List<Map<String, String>>> data :
                job.spec().externalScheduler().entrySet()) {
            bytes += ENTRY + text(data.getKey());
            for (Map<String, String> row : data.getValue()) {
                bytes += ENTRY;
                for (Map.Entry<String, String> each : row.entrySet()) {
                    bytes += ENTRY + text(each.getKey()) + text(each.getValue());
                }
            }
        }
        return bytes;
    }

    private static long of(Scheduling scheduling) {
        long bytes = conditions(scheduling.status().conditions());
        for (JobProgress job : scheduling.status().jobs()) {
            bytes += ENTRY + NUMBER * job.slots().size() + text(job.message());
        }
        RequestedJobs jobs = scheduling.spec().jobs();
        if (jobs instanceof RequestedJobs.Queue queue) {
            bytes += ENTRY * queue.entries().size();
        } else if (jobs instanceof RequestedJobs.Slots slots) {
            for (RequestedJobs.JobSlots job : slots.jobs()) {
                bytes += ENTRY + NUMBER * job.slots().size();
            }
        }
        return bytes;
    }

    private static long conditions(List<Condition> conditions) {
        long bytes = 0;
        for (Condition condition : conditions) {
            bytes += ENTRY + text(condition.message());
        }
        return bytes;
    }

    private static long text(@Nullable String text) {
        return text == null ? 0 : CHARACTER * text.length();
    }
}
