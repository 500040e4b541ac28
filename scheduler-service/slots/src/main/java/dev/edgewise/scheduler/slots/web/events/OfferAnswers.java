package dev.edgewise.scheduler.slots.web.events;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the answers to offers: the first valid one makes its Scheduling, and the offer is over. */
final class OfferAnswers {
    /** Offers whose answer is remembered: more than are open at a time. */
    private static final int REMEMBERED = 10_000;

    private final SlotObjects objects;
    private final SlotObjectWriter writer;
    private final Duration time;
    private final Clock clock;
    /** The Schedulings by testbed and version: until the watch shows a claim, the testbed looks free. */
    private final Cache<String, Answer> answered;

    /** @param time from an offer to its deadline */
    OfferAnswers(SlotObjects objects, SlotObjectWriter writer, Duration time, Clock clock) {
        this.objects = objects;
        this.writer = writer;
        this.time = time;
        this.clock = clock;
        this.answered = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .executor(Runnable::run)
                .build();
    }

    /** The first answer to an offer, which holds until the deadline of that. */
    private record Answer(ObjectKey scheduling, Instant deadline) {}

    /** The time from an offer to its deadline. */
    Duration time() {
        return time;
    }

    /**
     * The result of an answer.
     *
     * @param written the Scheduling; null if the offer is over
     * @param now the offer that is open now; null if there is none
     */
    record Result(SlotObjectWriter.@Nullable Written written, @Nullable SlotOffer now) {}

    /**
     * Makes the Scheduling, if the offer is open.
     *
     * @throws InvalidInputException if a slot was not offered, or a job cannot be claimed
     */
    Result answer(ObjectKey testbed, String id, ObjectKey scheduling, RequestedJobs.Slots jobs) {
        Testbed known = objects.testbed(testbed);
        SlotOffer open = known == null ? null : SlotOffer.of(known, clock.instant(), time);
        String key = testbed + "/" + SlotOffer.version(id);
        if (open == null || !isOpen(open, id)) {
            return new Result(null, open);
        }
        requireOffered(open.slots(), jobs);
        requireReady(scheduling, jobs);
        Answer own = new Answer(scheduling, SlotOffer.deadline(id));
        Instant now = clock.instant();
        Answer first = answered.asMap().merge(key, own, (old, mine) -> now.isBefore(old.deadline()) ? old : mine);
        if (!first.scheduling().equals(scheduling)) {
            return new Result(null, null);
        }
        try {
            return new Result(writer.create(scheduling, new SchedulingSpec(testbed, jobs)), open);
        } catch (RuntimeException refused) {
            answered.asMap().remove(key, own);
            throw refused;
        }
    }

    private boolean isOpen(SlotOffer now, String id) {
        Instant deadline = SlotOffer.deadline(id);
        return now.version().equals(SlotOffer.version(id))
                && clock.instant().isBefore(deadline)
                && !deadline.isAfter(now.deadline());
    }

    private void requireReady(ObjectKey scheduling, RequestedJobs.Slots jobs) {
        for (int i = 0; i < jobs.jobs().size(); i++) {
            ObjectKey key = jobs.jobs().get(i).job();
            BatchJob job = objects.job(key);
            String problem = job == null ? "there is no such job" : problem(job, scheduling);
            if (problem != null) {
                throw new InvalidInputException(
                        "slots.jobs[" + i + "].name",
                        key.name() + " (" + problem + ")",
                        "a valid job that no Scheduling holds");
            }
        }
    }

    private static @Nullable String problem(BatchJob job, ObjectKey scheduling) {
        if (job.problem() != null || job.status().state() == BatchJobState.INVALID) {
            return "the job is invalid";
        }
        String holder = job.status().claimedBy();
        return holder == null || holder.equals(scheduling.name()) ? null : "Scheduling " + holder + " holds it";
    }

    private static void requireOffered(List<Integer> offered, RequestedJobs.Slots jobs) {
        for (int i = 0; i < jobs.jobs().size(); i++) {
            for (Integer slot : jobs.jobs().get(i).slots()) {
                if (!offered.contains(slot)) {
                    throw new InvalidInputException(
                            "slots.jobs[" + i + "].slots", slot, "slots of the offer: " + offered);
                }
            }
        }
    }
}
