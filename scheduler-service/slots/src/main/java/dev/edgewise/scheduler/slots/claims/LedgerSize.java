package dev.edgewise.scheduler.slots.claims;

import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Upper bounds of the size of a ledger, in bytes of its JSON. The bound of a job has room for all that its runs can
 * add, but for long messages: a ledger that would become too large with them is written with short ones. So a ledger in
 * which a claim had room can be written until the claim has ended.
 */
public final class LedgerSize {
    /** The largest bound. A ConfigMap has room for 1,048,576 bytes. */
    public static final int LARGEST = 1_000_000;

    /** The largest bound of the numbering of slots within {@link #LARGEST}. */
    public static final int LARGEST_OF_LAYOUTS = 500_000;

    private static final int SHORT_MESSAGE = 60;
    private static final int OF_PLACE = 60;
    private static final int OF_CLAIM = 420;
    private static final int OF_JOB = 170;
    private static final int OF_RUN = 240;
    /** The size of a position in a list of positions, with its comma. */
    private static final int OF_POSITION = 6;

    private LedgerSize() {}

    /** Returns the bound of the numbering of a testbed's slots. */
    public static long of(List<SlotPlace> places) {
        long size = OF_PLACE;
        for (SlotPlace place : places) {
            size += OF_PLACE + LedgerTextLimit.size(place.node());
        }
        return size;
    }

    /**
     * Returns the bound of a claim until it has ended.
     *
     * @param slots number of slots that a job's run has, by the name of the job
     */
    public static long of(Claim claim, ToIntFunction<String> slots) {
        long size = OF_CLAIM
                + LedgerTextLimit.size(claim.scheduling().name())
                + LedgerTextLimit.size(claim.scheduling().namespace())
                + LedgerTextLimit.size(claim.testbed())
                + Math.max(SHORT_MESSAGE, LedgerTextLimit.size(claim.reason()));
        for (ClaimedJob job : claim.jobs()) {
            size += of(job, slots.applyAsInt(job.name()));
        }
        return size;
    }

    private static long of(ClaimedJob job, int slots) {
        EndedRun last = job.lastEnded();
        int ofLast = last == null ? 0 : last.run().positions().size();
        int ofRun =
                Math.max(slots, job.run() == null ? 0 : job.run().positions().size());
        boolean hasEnded = job.phase() instanceof JobPhase.Ended;
        // A run that is being placed has its positions twice, once it has ended they are those of the last run.
        long positions = hasEnded ? ofLast : 2L * ofRun + Math.max(ofRun, ofLast);
        long runs = hasEnded ? (last == null ? 0 : OF_RUN) : 2L * OF_RUN;
        long messages = Math.max(SHORT_MESSAGE, LedgerTextLimit.size(messageOf(job.phase())))
                + Math.max(SHORT_MESSAGE, last == null ? 0 : LedgerTextLimit.size(last.message()));
        return OF_JOB + LedgerTextLimit.size(job.name()) + positions * OF_POSITION + runs + messages;
    }

    /** Returns the bound of a whole ledger as it is. */
    public static long of(ClaimLedger claims) {
        long size = OF_CLAIM;
        for (List<SlotPlace> places : claims.layouts().values()) {
            size += of(places);
        }
        for (Claim claim : claims.bySchedulingUid().values()) {
            size += of(claim, job -> 0);
        }
        return size;
    }

    /** Returns the ledger, with short messages if it would be too large with those that it has. */
    public static ClaimLedger fitting(ClaimLedger claims) {
        if (of(claims) <= LARGEST) {
            return claims;
        }
        Map<String, Claim> shortened = new HashMap<>();
        claims.bySchedulingUid().forEach((uid, claim) -> shortened.put(uid, shortened(claim)));
        return new ClaimLedger(claims.lastEpoch(), shortened, claims.layouts());
    }

    private static Claim shortened(Claim claim) {
        return new Claim(
                claim.schedulingUid(),
                claim.scheduling(),
                claim.epoch(),
                claim.testbed(),
                claim.testbedUid(),
                claim.since(),
                claim.state(),
                cut(claim.reason()),
                claim.jobs().stream().map(LedgerSize::shortened).toList());
    }

    private static ClaimedJob shortened(ClaimedJob job) {
        JobPhase phase = job.phase();
        if (phase instanceof JobPhase.Stopping stopping) {
            phase = new JobPhase.Stopping(
                    stopping.run(), stopping.outcome(), cut(stopping.message()), stopping.since());
        } else if (phase instanceof JobPhase.Ended ended) {
            phase = new JobPhase.Ended(ended.outcome(), cut(ended.message()));
        }
        return new ClaimedJob(job.name(), job.uid(), job.failures(), phase, shortened(job.lastEnded()));
    }

    private static @Nullable EndedRun shortened(@Nullable EndedRun run) {
        return run == null ? null : new EndedRun(run.run(), run.outcome(), cut(run.message()), run.stoppedAt());
    }

    private static String messageOf(JobPhase phase) {
        if (phase instanceof JobPhase.Stopping stopping) {
            return stopping.message();
        }
        return phase instanceof JobPhase.Ended ended ? ended.message() : "";
    }

    private static String cut(String text) {
        return LedgerTextLimit.cut(text, SHORT_MESSAGE);
    }
}
