package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.Claims;
import dev.edgewise.scheduler.slots.decide.Application;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The objects of one namespace, by name. For one thread at a time. */
final class NamespaceObjects {
    final Map<String, Testbed> testbeds = new HashMap<>();
    final Map<String, JobEntry> jobs = new HashMap<>();
    final Map<String, Scheduling> schedulings = new HashMap<>();
    /** The applications by kind and name. */
    final Map<String, Application> applications = new HashMap<>();

    final Map<String, KnownPod> pods = new HashMap<>();
    Ledger ledger = Ledger.NONE;

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
                && ledger.equals(Ledger.NONE);
    }

    Stream<Testbed> allTestbeds() {
        return testbeds.values().stream();
    }
}
