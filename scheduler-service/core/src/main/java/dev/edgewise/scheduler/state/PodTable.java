package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every pod that has not terminated, as the API server knows it or as we assume it to be; all that is derived from pods
 * follows. Not thread-safe.
 */
final class PodTable {
    private final PodDerivedState derived;
    private final List<StateExtension> tables;
    private final Map<PodKey, Pod> byKey = new HashMap<>();
    private final AssumedPods assumed = new AssumedPods();
    private final PendingNominations nominations = new PendingNominations();

    /** @param tables hear of each change, in their order */
    PodTable(PodDerivedState derived, List<StateExtension> tables) {
        this.derived = derived;
        this.tables = tables;
    }

    void put(Pod seen) {
        Pod pod = assumed.settle(nominations.keptBy(seen));
        replace(byKey.get(pod.key()), pod.status().phase().isTerminal() ? null : pod);
    }

    void remove(PodKey key) {
        assumed.remove(key);
        nominations.forget(key);
        replace(byKey.get(key), null);
    }

    /** See {@link ClusterState#assume}. Returns the pod as it is assumed; null where nothing changed. */
    @Nullable
    Pod assume(Pod pod) {
        Pod known = byKey.get(pod.key());
        if (known == null
                || !known.isSameAs(pod)
                || known.terminating()
                || known.spec().nodeName() != null) {
            return null;
        }
        // The pod as known may be newer than the one that was decided on.
        Pod assigned = known.assignedTo(AssumedPods.nodeOf(pod)).boundAs(pod);
        assumed.add(assigned);
        replace(known, assigned);
        return assigned;
    }

    /** Takes the assumption back, if there is one. */
    void forget(Pod pod) {
        Pod assumption = assumed.of(pod.key());
        if (assumption == null || !assumption.isSameAs(pod)) {
            return;
        }
        assumed.remove(pod.key());
        Pod known = byKey.getOrDefault(pod.key(), assumption);
        replace(known, known.unassigned());
    }

    boolean isOn(Pod pod, @Nullable String node) {
        Pod known = byKey.get(pod.key());
        return node != null
                && known != null
                && known.isSameAs(pod)
                && node.equals(known.spec().nodeName());
    }

    /** Nominates a node, if the pod still waits. */
    void nominate(Pod pod, @Nullable String node) {
        Pod known = byKey.get(pod.key());
        if (known == null || !known.isSameAs(pod) || known.spec().nodeName() != null) {
            return;
        }
        nominations.set(known, node);
        replace(known, known.nominatedTo(node));
    }

    @Nullable
    Pod find(PodKey key) {
        return byKey.get(key);
    }

    Collection<Pod> all() {
        return new ArrayList<>(byKey.values());
    }

    int size() {
        return byKey.size();
    }

    boolean isAssumed(PodKey key) {
        return assumed.holds(key);
    }

    /** Returns how many pods' binding is not confirmed yet. */
    int assumed() {
        return assumed.size();
    }

    private void replace(@Nullable Pod before, @Nullable Pod after) {
        if (before != null) {
            byKey.remove(before.key());
        }
        if (after != null) {
            byKey.put(after.key(), after);
        }
        derived.replace(before, after);
        boolean isAssumed = after != null && assumed.holds(after.key());
        for (StateExtension table : tables) {
            table.podChanged(before, after, isAssumed);
        }
    }
}
