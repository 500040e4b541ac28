package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.Job.Run;
import dev.edgewise.examples.slots.client.LearnedRunTimesCodec;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Learned data and the jobs in use, shared by both loops. The data itself is kept with the jobs alone. */
final class LearnedDataAndJobReservations {
    private static final double NANOS = 1e9;

    private final SlotApiClient slots;
    private final Set<String> inUse = new HashSet<>();
    private Set<String> wanted = Set.of();

    LearnedDataAndJobReservations(SlotApiClient slots) {
        this.slots = slots;
    }

    /** Reserves jobs for one loop, if the other has none of them and all are ready. */
    synchronized boolean reserve(List<String> jobs, Map<String, Job> now) {
        if (jobs.stream().anyMatch(inUse::contains)
                || !jobs.stream().map(now::get).allMatch(job -> job != null && job.isReady())) {
            return false;
        }
        inUse.addAll(jobs);
        return true;
    }

    synchronized void release(List<String> jobs) {
        jobs.forEach(inUse::remove);
    }

    /** Keeps jobs for the profiler: the scheduler takes none of them. */
    synchronized void want(List<String> jobs) {
        wanted = Set.copyOf(jobs);
    }

    /** Returns whether the scheduler may run a job. */
    synchronized boolean isAvailable(@Nullable Job job) {
        return job != null && job.isReady() && !inUse.contains(job.name()) && !wanted.contains(job.name());
    }

    /** Returns whether the profiler may run a job, once the scheduler has run it if it does so now. */
    synchronized boolean willBeAvailable(@Nullable Job job) {
        return job != null && (job.isReady() || inUse.contains(job.name()));
    }

    /**
     * Learns from the runs of a pair under a Scheduling, and stores what is learned with both jobs.
     *
     * @return whether the jobs ran beside each other; otherwise there is nothing to learn
     */
    synchronized boolean learn(JobPair pair, String scheduling, Map<String, Job> after) throws SlotApiException {
        Optional<Run> first = ended(after.get(pair.first()), scheduling);
        Optional<Run> second = ended(after.get(pair.second()), scheduling);
        if (first.isEmpty() || second.isEmpty() || !overlap(first.get(), second.get())) {
            return false;
        }
        Map<String, Job> now = slots.jobs();
        LearnedRunTimes learned = LearnedRunTimesCodec.of(now.values());
        add(learned, pair.first(), pair.second(), first.get());
        add(learned, pair.second(), pair.first(), second.get());
        store(now.get(pair.first()), learned);
        store(now.get(pair.second()), learned);
        return true;
    }

    private void store(@Nullable Job job, LearnedRunTimes learned) throws SlotApiException {
        if (job != null) {
            slots.put(job.withOnly(LearnedRunTimesCodec.with(job, learned.row(job.name()))));
        }
    }

    /** A run that did not succeed was cut off: by its failure, or by the deletion of its Scheduling. */
    private static void add(LearnedRunTimes learned, String job, String beside, Run run) {
        double seconds = Duration.between(start(run), stop(run)).toNanos() / NANOS;
        if (Boolean.TRUE.equals(run.successful())) {
            learned.complete(job, beside, seconds);
        } else {
            learned.cutOff(job, beside, seconds);
        }
    }

    private static Optional<Run> ended(@Nullable Job job, String scheduling) {
        return job == null
                ? Optional.empty()
                : job.runOf(scheduling)
                        .filter(run -> run.start() != null
                                && run.stop() != null
                                && !run.stop().isBefore(run.start()));
    }

    private static boolean overlap(Run one, Run other) {
        return start(one).isBefore(stop(other)) && start(other).isBefore(stop(one));
    }

    private static Instant start(Run run) {
        return run.start() == null ? Instant.EPOCH : run.start();
    }

    private static Instant stop(Run run) {
        return run.stop() == null ? Instant.EPOCH : run.stop();
    }
}
