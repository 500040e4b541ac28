package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.kubernetes.NamespaceObjects.JobEntry;
import dev.edgewise.scheduler.slots.kubernetes.NamespaceObjects.Ledger;
import dev.edgewise.scheduler.slots.kubernetes.WatchedObjects.Change;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects of batch slots as the watches have brought them. What this replica has written itself is here at once, so
 * that the next decision knows it. Thread-safe.
 */
final class SlotCache {
    /** The time for which a write of this replica hides older versions of the watch. */
    static final Duration OWN_WRITES = Duration.ofSeconds(10);

    private final Ticker ticker;
    private final Map<String, NamespaceObjects> namespaces = new HashMap<>();
    private final NamespaceIndex index = new NamespaceIndex();
    private final SlotPausePodIndex pausePods = new SlotPausePodIndex(uid -> index.ofTestbed(uid) != null);
    private final Deque<OwnWrite> ownWrites = new ArrayDeque<>();
    private final Set<String> changed = new HashSet<>();
    private final Set<String> movedLabels = new HashSet<>();
    private final List<SlotObjectListener> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> served = ConcurrentHashMap.newKeySet();

    SlotCache(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A namespace in which this replica has written, and when the watch is believed again there. */
    private record OwnWrite(String namespace, long ends) {}

    /**
     * Calls the listener for each change of a Testbed, BatchJob or Scheduling from now on, in the order in which they
     * become known.
     */
    void listen(SlotObjectListener listener) {
        listeners.add(listener);
    }

    /** Notes whether the cluster serves that kind of application. */
    void serve(String kind, boolean isServed) {
        boolean differs = isServed ? served.add(kind) : served.remove(kind);
        if (differs) {
            changeAll();
        }
    }

    Set<String> served() {
        return Set.copyOf(served);
    }

    synchronized void changeAll() {
        changed.addAll(namespaces.keySet());
    }

    synchronized void change(Collection<String> those) {
        changed.addAll(those);
    }

    /** Returns the namespaces that have changed since the last call. */
    synchronized Set<String> takeChanged() {
        Set<String> all = Set.copyOf(changed);
        changed.clear();
        return all;
    }

    /**
     * Returns the node labels of the testbeds that have changed so that others may get other nodes, since the last
     * call.
     */
    synchronized Set<String> takeMovedLabels() {
        Set<String> all = Set.copyOf(movedLabels);
        movedLabels.clear();
        return all;
    }

    synchronized void put(Testbed testbed) {
        note(of(testbed.metadata()).testbeds.put(testbed.name(), testbed, version(testbed.metadata())));
    }

    synchronized void put(JobEntry entry) {
        ObjectMetadata metadata = entry.job().metadata();
        noteJob(of(metadata).jobs.put(metadata.name(), entry, version(metadata)));
    }

    synchronized void put(Scheduling scheduling) {
        ObjectMetadata metadata = scheduling.metadata();
        noteScheduling(of(metadata).schedulings.put(metadata.name(), scheduling, version(metadata)));
    }

    synchronized void put(ObservedBatchJobApplication application, String version) {
        String namespace = application.key().namespace();
        of(namespace).applications.put(name(application), application, version);
        changed.add(namespace);
    }

    synchronized void put(ObservedBatchJobPod pod) {
        of(pod.key().namespace()).pods.put(pod.key().name(), pod, "");
        changed.add(pod.key().namespace());
    }

    synchronized void put(SlotPausePod pausePod, String version) {
        notePausePod(pausePods.put(pausePod, version));
    }

    synchronized void put(String namespace, Ledger ledger) {
        note(namespace, of(namespace).putLedger(ledger));
    }

    /**
     * Takes a testbed as this replica has written it, or as the API server had it when it was asked; so do the others
     * of this name.
     */
    synchronized void putOwn(Testbed testbed) {
        ObjectMetadata metadata = testbed.metadata();
        note(of(metadata).testbeds.putChanged(testbed.name(), testbed, version(metadata), endOfWrite(metadata)));
    }

    synchronized void putOwn(JobEntry entry) {
        ObjectMetadata metadata = entry.job().metadata();
        noteJob(of(metadata).jobs.putChanged(metadata.name(), entry, version(metadata), endOfWrite(metadata)));
    }

    synchronized void putOwn(Scheduling scheduling) {
        ObjectMetadata metadata = scheduling.metadata();
        noteScheduling(of(metadata)
                .schedulings
                .putChanged(metadata.name(), scheduling, version(metadata), endOfWrite(metadata)));
    }

    synchronized void putOwn(ObservedBatchJobApplication created, String version) {
        String namespace = created.key().namespace();
        of(namespace).applications.putCreated(name(created), created, version, endOfWrite(namespace));
        changed.add(namespace);
    }

    synchronized void putOwn(SlotPausePod created, String version) {
        notePausePod(pausePods.putCreated(created, version, ticker.nanos() + OWN_WRITES.toNanos()));
    }

    synchronized void putOwn(String namespace, Ledger ledger) {
        note(namespace, of(namespace).putOwnLedger(ledger, endOfWrite(namespace)));
    }

    synchronized void removeTestbed(String namespace, String name) {
        in(namespace, objects -> note(objects.testbeds.remove(name)));
    }

    synchronized void removeJob(String namespace, String name) {
        in(namespace, objects -> noteJob(objects.jobs.remove(name)));
    }

    synchronized void removeScheduling(String namespace, String name) {
        in(namespace, objects -> noteScheduling(objects.schedulings.remove(name)));
    }

    synchronized void removeApplication(String kind, String namespace, String name) {
        in(namespace, objects -> objects.applications.remove(kind + "/" + name));
        changed.add(namespace);
    }

    synchronized void removePod(String namespace, String name) {
        in(namespace, objects -> objects.pods.remove(name));
        changed.add(namespace);
    }

    synchronized void removePausePod(ObjectKey key) {
        notePausePod(pausePods.remove(key));
    }

    synchronized void removeLedger(String namespace) {
        in(namespace, objects -> note(namespace, objects.removeLedger()));
    }

    /** Removes a ledger that the API server did not have when it was asked. */
    synchronized void forgetLedger(String namespace) {
        in(namespace, objects -> note(namespace, objects.forgetLedger()));
    }

    /** Believes the watches again where they have not brought a write of this replica in time. */
    synchronized void expireOwnWrites() {
        long now = ticker.nanos();
        pausePods.expire(now).forEach(this::notePausePod);
        while (!ownWrites.isEmpty() && ownWrites.getFirst().ends() - now <= 0) {
            String namespace = ownWrites.removeFirst().namespace();
            in(namespace, objects -> {
                objects.testbeds.expire(now).forEach(this::note);
                objects.jobs.expire(now).forEach(this::noteJob);
                objects.schedulings.expire(now).forEach(this::noteScheduling);
                objects.expireLedger(now).forEach(change -> note(namespace, change));
                if (!objects.applications.expire(now).isEmpty()) {
                    changed.add(namespace);
                }
            });
        }
    }

    /**
     * Returns what the function reads of a namespace; it must not keep the object, and only copies, as the watches wait
     * for it.
     */
    synchronized <T> T read(String namespace, Function<NamespaceObjects, T> reader) {
        return reader.apply(namespaces.getOrDefault(namespace, new NamespaceObjects()));
    }

    /** Returns what the function reads of the places of all testbeds; it must not keep the object. */
    synchronized <T> T readIndex(Function<NamespaceIndex, T> reader) {
        return reader.apply(index);
    }

    /** Returns the testbeds of all namespaces. */
    synchronized List<Testbed> testbeds() {
        return namespaces.values().stream()
                .flatMap(objects -> objects.testbeds.all().stream())
                .toList();
    }

    /** Returns the names of all namespaces with any object. */
    synchronized Set<String> namespaces() {
        return Set.copyOf(namespaces.keySet());
    }

    /** Returns the pause pods of the testbeds with these uids. */
    synchronized List<SlotPausePod> pausePods(Collection<String> testbedUids) {
        return pausePods.of(testbedUids);
    }

    synchronized @Nullable SlotPausePod pausePod(ObjectKey key) {
        return pausePods.get(key);
    }

    /** Returns the pause pods whose testbed is not there. */
    synchronized List<SlotPausePod> orphanedPausePods() {
        return pausePods.orphans();
    }

    private void note(Change<Testbed> change) {
        Testbed before = change.before();
        Testbed after = change.after();
        if (!change.isAny()) {
            return;
        }
        index.testbed(before, after);
        if (NamespaceIndex.mayMoveOthers(before, after)) {
            noteTestbedOfPausePods(before);
            noteTestbedOfPausePods(after);
        }
        tell(change, Testbed::metadata, SlotObjectListener::changed);
    }

    private void noteTestbedOfPausePods(@Nullable Testbed testbed) {
        if (testbed != null) {
            pausePods.testbedChanged(testbed.uid());
            movedLabels.add(testbed.spec().nodeLabel());
        }
    }

    private void noteJob(Change<JobEntry> change) {
        tell(
                change,
                entry -> entry.job().metadata(),
                (listener, action, entry) -> listener.changed(action, entry.job()));
    }

    private void noteScheduling(Change<Scheduling> change) {
        tell(change, Scheduling::metadata, SlotObjectListener::changed);
    }

    private void notePausePod(Change<SlotPausePod> change) {
        if (change.isAny()) {
            changeOfTestbed(change.before());
            changeOfTestbed(change.after());
        }
    }

    private void changeOfTestbed(@Nullable SlotPausePod pausePod) {
        String namespace = pausePod == null ? null : index.ofTestbed(pausePod.testbedUid());
        if (namespace != null) {
            changed.add(namespace);
        }
    }

    private void note(String namespace, Change<Ledger> change) {
        if (change.isAny()) {
            index.layouts(namespace, claims(change.before()), claims(change.after()));
            changed.add(namespace);
        }
    }

    private static @Nullable ClaimLedger claims(@Nullable Ledger ledger) {
        return ledger == null ? null : ledger.claims();
    }

    /** A call of a listener. */
    private interface ListenerCall<T> {
        void tell(SlotObjectListener listener, Action action, T object);
    }

    /** Tells of an object unless it is the same version: what was written here comes by the watch once more. */
    private <T> void tell(Change<T> change, Function<T, ObjectMetadata> metadata, ListenerCall<T> call) {
        T before = change.before();
        T after = change.after();
        if (before == after) {
            return;
        }
        ObjectMetadata old = before == null ? null : metadata.apply(before);
        if (after == null) {
            if (before != null && old != null) {
                changed.add(old.namespace());
                listeners.forEach(listener -> call.tell(listener, Action.DELETED, before));
            }
            return;
        }
        ObjectMetadata now = metadata.apply(after);
        changed.add(now.namespace());
        if (old == null || !old.uid().equals(now.uid())) {
            listeners.forEach(listener -> call.tell(listener, Action.ADDED, after));
        } else if (!old.resourceVersion().equals(now.resourceVersion())) {
            listeners.forEach(listener -> call.tell(listener, Action.MODIFIED, after));
        }
    }

    /** Lets the function change the objects of a namespace, if there are any. */
    private void in(String namespace, Consumer<NamespaceObjects> change) {
        NamespaceObjects objects = namespaces.get(namespace);
        if (objects != null) {
            change.accept(objects);
            if (objects.isEmpty()) {
                namespaces.remove(namespace);
            }
        }
    }

    private long endOfWrite(ObjectMetadata metadata) {
        return endOfWrite(metadata.namespace());
    }

    private long endOfWrite(String namespace) {
        long ends = ticker.nanos() + OWN_WRITES.toNanos();
        ownWrites.addLast(new OwnWrite(namespace, ends));
        return ends;
    }

    private NamespaceObjects of(ObjectMetadata metadata) {
        return of(metadata.namespace());
    }

    private NamespaceObjects of(String namespace) {
        return namespaces.computeIfAbsent(namespace, first -> new NamespaceObjects());
    }

    private static String version(ObjectMetadata metadata) {
        return metadata.resourceVersion();
    }

    private static String name(ObservedBatchJobApplication application) {
        return application.kind() + "/" + application.key().name();
    }
}
