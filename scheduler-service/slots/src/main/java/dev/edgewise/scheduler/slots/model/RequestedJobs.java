package dev.edgewise.scheduler.slots.model;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The jobs of a Scheduling and the rule by which they get slots. */
public sealed interface RequestedJobs {
    /** The highest position of a slot that a Scheduling may name. */
    int HIGHEST_POSITION = 99_999;

    /** Returns each job once, in the order of the first occurrence. */
    Set<ObjectKey> distinct();

    /** Returns the number of slots that the job asks for. */
    int replication(ObjectKey job);

    /**
     * Jobs that get the lowest free slots, strictly in order of their first occurrence.
     *
     * @param entries a job that is named n times gets n slots: the i-th entry gets the i-th lowest free slot
     */
    record Queue(List<ObjectKey> entries) implements RequestedJobs {
        public Queue {
            entries = List.copyOf(entries);
        }

        @Override
        public Set<ObjectKey> distinct() {
            return new LinkedHashSet<>(entries);
        }

        /** Returns the number of slots of each job, in the order of the first occurrence. */
        public Map<ObjectKey, Integer> replications() {
            Map<ObjectKey, Integer> counts = new LinkedHashMap<>();
            entries.forEach(job -> counts.merge(job, 1, Integer::sum));
            return counts;
        }

        @Override
        public int replication(ObjectKey job) {
            return replications().getOrDefault(job, 0);
        }
    }

    /** Jobs with slots of their own. */
    record Slots(Mode mode, List<JobSlots> jobs) implements RequestedJobs {
        public Slots {
            jobs = List.copyOf(jobs);
        }

        @Override
        public Set<ObjectKey> distinct() {
            Set<ObjectKey> names = new LinkedHashSet<>();
            jobs.forEach(job -> names.add(job.job()));
            return names;
        }

        @Override
        public int replication(ObjectKey job) {
            return jobs.stream()
                    .filter(each -> each.job().equals(job))
                    .mapToInt(each -> each.slots().size())
                    .sum();
        }
    }

    /** The order of jobs with slots of their own. */
    enum Mode {
        /** A job starts when its slots and those of all jobs before it are free. */
        STRICT,
        /** A job starts when its slots are free, and may overtake others. */
        RELAXED
    }

    /**
     * A job and its slots.
     *
     * @param slots positions, as they were given: a position that is given twice is a {@link Problem}
     */
    record JobSlots(ObjectKey job, List<Integer> slots) {
        public JobSlots {
            slots = List.copyOf(slots);
        }
    }
}
