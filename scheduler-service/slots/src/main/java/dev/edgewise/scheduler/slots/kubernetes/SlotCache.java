package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.decide.Application;
import dev.edgewise.scheduler.slots.decide.GhostPod;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects of batch slots as the watches have brought them. What this replica has written itself is here at once, so that the next decision knows it.
 * Thread-safe.
 */
final class SlotCache {
    private final Map<String, NamespaceObjects> namespaces = new HashMap<>();
    private final Map<ObjectKey, GhostPod> ghosts = new HashMap<>();
    private final Set<String> changed = new HashSet<>();
    private final List<SlotObjectListener> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> served = ConcurrentHashMap.newKeySet();

    /** Calls the listener for each change of a Testbed, BatchJob or Scheduling from now on, in the order in which they become known. */
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

    synchronized void change(String namespace) {
        changed.add(namespace);
    }

    /** Returns the namespaces that have changed since the last call. */
    synchronized Set<String> takeChanged() {
        Set<String> all = Set.copyOf(changed);
        changed.clear();
        return all;
    }

    synchronized void put(Testbed testbed) {
        Map<String, Testbed> all = of(testbed.metadata()).testbeds;
        Testbed known = all.get(testbed.name());
        if (known == null || isNewer(testbed.metadata(), known.metadata())) {
            all.put(testbed.name(), testbed);
            ObjectMetadata before = known == null ? null : known.metadata();
            tell(before, testbed.metadata(), (listener, action) -> listener.changed(action, testbed));
            // Testbeds of other namespaces may want the same nodes.
            changeAll();
        }
    }

    synchronized void put(BatchJob job, @Nullable String application) {
        Map<String, NamespaceObjects.JobEntry> all = of(job.metadata()).jobs;
        NamespaceObjects.JobEntry known = all.get(job.name());
        if (known == null || isNewer(job.metadata(), known.job().metadata())) {
            all.put(job.name(), new NamespaceObjects.JobEntry(job, application));
            ObjectMetadata before = known == null ? null : known.job().metadata();
            tell(before, job.metadata(), (listener, action) -> listener.changed(action, job));
            changed.add(job.metadata().namespace());
        }
    }

    synchronized void put(Scheduling scheduling) {
        Map<String, Scheduling> all = of(scheduling.metadata()).schedulings;
        Scheduling known = all.get(scheduling.name());
        if (known == null || isNewer(scheduling.metadata(), known.metadata())) {
            all.put(scheduling.name(), scheduling);
            ObjectMetadata before = known == null ? null : known.metadata();
            tell(before, scheduling.metadata(), (listener, action) -> listener.changed(action, scheduling));
            changed.add(scheduling.metadata().namespace());
        }
    }

    synchronized void put(Application application) {
        of(application.key().namespace())
                .applications
                .put(application.kind() + "/" + application.key().name(), application);
        changed.add(application.key().namespace());
    }

    synchronized void put(KnownPod pod) {
        of(pod.key().namespace()).pods.put(pod.key().name(), pod);
        changed.add(pod.key().namespace());
    }

    synchronized void put(GhostPod ghost) {
        ghosts.put(ghost.key(), ghost);
        changed.addAll(namespacesOf(ghost.testbedUid()));
    }

    /** Takes a ledger unless a newer one is known. */
    synchronized void put(String namespace, NamespaceObjects.Ledger ledger) {
        NamespaceObjects objects = of(namespace);
        if (version(ledger.version()) >= version(objects.ledger.version())) {
            objects.ledger = ledger;
            changed.add(namespace);
        }
    }

    synchronized void removeTestbed(String namespace, String name) {
        Testbed gone = remove(namespace, objects -> objects.testbeds.remove(name));
        if (gone != null) {
            listeners.forEach(listener -> listener.changed(Action.DELETED, gone));
        }
        changeAll();
    }

    synchronized void removeJob(String namespace, String name) {
        NamespaceObjects.JobEntry gone = remove(namespace, objects -> objects.jobs.remove(name));
        if (gone != null) {
            listeners.forEach(listener -> listener.changed(Action.DELETED, gone.job()));
        }
    }

    synchronized void removeScheduling(String namespace, String name) {
        Scheduling gone = remove(namespace, objects -> objects.schedulings.remove(name));
        if (gone != null) {
            listeners.forEach(listener -> listener.changed(Action.DELETED, gone));
        }
    }

    synchronized void removeApplication(String kind, String namespace, String name) {
        remove(namespace, objects -> objects.applications.remove(kind + "/" + name));
    }

    synchronized void removePod(String namespace, String name) {
        remove(namespace, objects -> objects.pods.remove(name));
    }

    synchronized void removeGhost(ObjectKey key) {
        GhostPod gone = ghosts.remove(key);
        if (gone != null) {
            changed.addAll(namespacesOf(gone.testbedUid()));
        }
    }

    synchronized void removeLedger(String namespace) {
        remove(namespace, objects -> objects.ledger = NamespaceObjects.Ledger.NONE);
    }

    /** Returns what the function reads of a namespace; it must not keep the object. */
    synchronized <T> T read(String namespace, Function<NamespaceObjects, T> reader) {
        return reader.apply(namespaces.getOrDefault(namespace, new NamespaceObjects()));
    }

    /** Returns the testbeds of all namespaces. */
    synchronized List<Testbed> testbeds() {
        return namespaces.values().stream()
                .flatMap(NamespaceObjects::allTestbeds)
                .toList();
    }

    /** Returns the names of all namespaces with any object. */
    synchronized Set<String> namespaces() {
        return Set.copyOf(namespaces.keySet());
    }

    synchronized List<GhostPod> ghosts() {
        return new ArrayList<>(ghosts.values());
    }

    /** Tells of an object unless it is the same version: what was written here comes by the watch once more. */
    private void tell(
            @Nullable ObjectMetadata before, ObjectMetadata now, BiConsumer<SlotObjectListener, Action> change) {
        if (before == null || !before.uid().equals(now.uid())) {
            listeners.forEach(listener -> change.accept(listener, Action.ADDED));
        } else if (!before.resourceVersion().equals(now.resourceVersion())) {
            listeners.forEach(listener -> change.accept(listener, Action.MODIFIED));
        }
    }

    private <T> @Nullable T remove(String namespace, Function<NamespaceObjects, @Nullable T> removal) {
        NamespaceObjects objects = namespaces.get(namespace);
        if (objects == null) {
            return null;
        }
        T removed = removal.apply(objects);
        if (objects.isEmpty()) {
            namespaces.remove(namespace);
        }
        changed.add(namespace);
        return removed;
    }

    private Set<String> namespacesOf(String testbedUid) {
        Set<String> found = new HashSet<>();
        namespaces.forEach((namespace, objects) -> {
            if (objects.allTestbeds().anyMatch(testbed -> testbed.uid().equals(testbedUid))) {
                found.add(namespace);
            }
        });
        return found;
    }

    private NamespaceObjects of(ObjectMetadata metadata) {
        return of(metadata.namespace());
    }

    private NamespaceObjects of(String namespace) {
        return namespaces.computeIfAbsent(namespace, first -> new NamespaceObjects());
    }

    private static boolean isNewer(ObjectMetadata one, ObjectMetadata than) {
        return !one.uid().equals(than.uid()) || version(one.resourceVersion()) >= version(than.resourceVersion());
    }

    /** Kubernetes orders versions as whole numbers. */
    private static long version(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException opaque) {
            return Long.MAX_VALUE;
        }
    }
}
