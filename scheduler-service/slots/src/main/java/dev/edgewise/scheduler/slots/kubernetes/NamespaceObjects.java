package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.Claims;
import dev.edgewise.scheduler.slots.decide.Application;
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
    final WatchedObjects<Application> applications = new WatchedObjects<>();

    final WatchedObjects<KnownPod> pods = new WatchedObjects<>();
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
     */
    record Ledger(@Nullable Claims claims, String version) {
        static final Ledger NONE = new Ledger(Claims.NONE, "");
    }

    /** Returns whether there is nothing to decide about. */
    boolean isEmpty() {
        return testbeds.isEmpty()
                && jobs.isEmpty()
                && schedulings.isEmpty()
                && applications.isEmpty()
                && pods.isEmpty()
                && ledgers.isEmpty();
    }

    Ledger ledger() {
        return Objects.requireNonNullElse(ledgers.get(LEDGER), Ledger.NONE);
    }

    WatchedObjects.Change<Ledger> putLedger(Ledger ledger) {
        return ledgers.put(LEDGER, ledger, ledger.version());
    }

    WatchedObjects.Change<Ledger> putOwnLedger(Ledger ledger, long ends) {
        return ledgers.putCreated(LEDGER, ledger, ledger.version(), ends);
    }

    WatchedObjects.Change<Ledger> removeLedger() {
        return ledgers.remove(LEDGER);
    }

    WatchedObjects.Change<Ledger> forgetLedger() {
        return ledgers.forget(LEDGER);
    }

    List<WatchedObjects.Change<Ledger>> expireLedger(long nanos) {
        return ledgers.expire(nanos);
    }
}
