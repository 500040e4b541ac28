package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the answers to offers: the first valid one makes its Scheduling, and the offer is over. */
final class OfferAnswers {
    private final SlotObjects objects;
    private final SlotObjectWriter writer;
    private final OpenOffers offers;
    private final Clock clock;

    OfferAnswers(SlotObjects objects, SlotObjectWriter writer, OpenOffers offers, Clock clock) {
        this.objects = objects;
        this.writer = writer;
        this.offers = offers;
        this.clock = clock;
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
        String version = SlotOffer.version(id);
        SchedulingSpec spec = new SchedulingSpec(testbed, jobs);
        if (isAnswer(testbed, scheduling, spec)) {
            return new Result(writer.create(scheduling, spec), null);
        }
        SlotOffer open = offers.of(testbed);
        if (open == null || !isOpen(open, version, SlotOffer.deadline(id))) {
            return new Result(null, open);
        }
        requireOffered(open.slots(), jobs);
        requireReady(scheduling, jobs);
        if (!offers.answer(testbed, scheduling)) {
            return new Result(null, null);
        }
        try {
            return new Result(writer.create(scheduling, spec), open);
        } catch (RuntimeException refused) {
            offers.reopen(testbed, scheduling);
            throw refused;
        }
    }

    /** Returns whether it is an answer that was given before: its answer may have been lost. */
    private boolean isAnswer(ObjectKey testbed, ObjectKey scheduling, SchedulingSpec spec) {
        Scheduling known = objects.scheduling(scheduling);
        return known == null
                ? scheduling.equals(offers.answerOf(testbed))
                : known.problem() == null && known.spec().equals(spec);
    }

    private boolean isOpen(SlotOffer now, String version, Instant deadline) {
        return now.version().equals(version) && clock.instant().isBefore(deadline) && !deadline.isAfter(now.deadline());
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
