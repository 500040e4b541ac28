package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The objects of one namespace, by name. For one thread at a time. */
final class NamespaceObjects {
    /** The only name among ledgers. */
    private static final String LEDGER = "";

    final WatchedObjects<Testbed> testbeds = new WatchedObjects<>();
    final WatchedObjects<JobEntry> jobs = new WatchedObjects<>();
    final WatchedObjects<Scheduling> schedulings = new WatchedObjects<>();
    /** The applications by kind and name. */
    final WatchedObjects<ObservedBatchJobApplication> applications = new WatchedObjects<>();

    final WatchedObjects<ObservedBatchJobPod> pods = new WatchedObjects<>();
    private final WatchedObjects<Ledger> ledgers = new WatchedObjects<>();

    /**
     * A batch job with the part of its spec that says what runs.
     *
     * @param application JSON of that part; null if the spec has none
     */
    record JobEntry(BatchJob job, @Nullable String application) {}

    /**
     * The ledger as it was read.
     *
     * @param claims null if it cannot be read: nothing is decided then
     * @param version empty if there is none
     * @param writes number of the write that made it; {@link #UNKNOWN} if it names none
     * @param isStored whether the API server has it at that version; not if it was removed, or replaced by an older one
     */
    record Ledger(@Nullable ClaimLedger claims, String version, long writes, boolean isStored) {
        static final long UNKNOWN = -1;
        static final Ledger NONE = new Ledger(ClaimLedger.NONE, "", 0, true);

        Ledger(@Nullable ClaimLedger claims, String version) {
            this(claims, version, UNKNOWN, true);
        }

        /**
         * Returns what is known after a later version of the object was read: not its content if that is older, as a
         * backup has it.
         */
        Ledger followedBy(Ledger later) {
            boolean isOlder =
                    claims != null && later.claims != null && later.writes != UNKNOWN && later.writes < writes;
            return isOlder ? new Ledger(claims, later.version, writes, false) : later;
        }
    }

    /** Returns whether there is nothing to decide about. */
    boolean isEmpty() {
        return hasNoObjects() && ledgers.isEmpty();
    }

    private boolean hasNoObjects() {
        return testbeds.isEmpty()
                && jobs.isEmpty()
                && schedulings.isEmpty()
                && applications.isEmpty()
                && pods.isEmpty();
    }

    Ledger ledger() {
        return Objects.requireNonNullElse(ledgers.get(LEDGER), Ledger.NONE);
    }

    WatchedObjects.Change<Ledger> putLedger(Ledger ledger) {
        return ledgers.put(LEDGER, ledger().followedBy(ledger), ledger.version());
    }

    WatchedObjects.Change<Ledger> putOwnLedger(Ledger ledger, long ends) {
        return ledgers.putCreated(LEDGER, ledger().followedBy(ledger), ledger.version(), ends);
    }

    /** Notes that the watch has no ledger any more. Its content is kept while there is something that it is about. */
    WatchedObjects.Change<Ledger> removeLedger() {
        Ledger kept = kept();
        return kept == null ? ledgers.remove(LEDGER) : ledgers.put(LEDGER, kept, "");
    }

    /**
     * Notes that the API server had no ledger when it was asked. Its content is kept while there is something that it
     * is about.
     */
    WatchedObjects.Change<Ledger> forgetLedger() {
        Ledger kept = kept();
        WatchedObjects.Change<Ledger> forgotten = ledgers.forget(LEDGER);
        return kept == null
                ? forgotten
                : new WatchedObjects.Change<>(
                        forgotten.before(), ledgers.put(LEDGER, kept, "").after());
    }

    private @Nullable Ledger kept() {
        Ledger known = ledger();
        return hasNoObjects() || known.claims() == null || known.claims().equals(ClaimLedger.NONE)
                ? null
                : new Ledger(known.claims(), "", known.writes(), false);
    }

    List<WatchedObjects.Change<Ledger>> expireLedger(long nanos) {
        return ledgers.expire(nanos);
    }
}
