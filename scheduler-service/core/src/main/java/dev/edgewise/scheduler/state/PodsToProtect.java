package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Bound pods that are to be protected, covered or not. Not thread-safe. */
final class PodsToProtect {
    private final Map<PodKey, PodWithBackup> pods = new LinkedHashMap<>();
    /** Number of pods on each node. */
    private final Map<String, Integer> homes = new HashMap<>();
    /** Pods that have come without a backup since the last {@link #takeUncovered}, by uid. */
    private final Map<String, PodWithBackup> uncovered = new LinkedHashMap<>();

    private @Nullable List<PodWithBackup> cachedList;

    /** Adds or replaces a pod. */
    void put(PodWithBackup now) {
        Pod pod = now.pod();
        PodWithBackup before = pods.get(pod.key());
        if (before != null && before.pod() == pod && Objects.equals(before.backup(), now.backup())) {
            return;
        }
        pods.put(pod.key(), now);
        if (before == null || !before.home().equals(now.home())) {
            leaveHome(before);
            homes.merge(now.home(), 1, Integer::sum);
        }
        if (before == null && now.backup() == null) {
            uncovered.put(pod.uid(), now);
        }
        cachedList = null;
    }

    /** Removes a pod that is gone, or not to be protected any more. */
    void forget(PodKey key) {
        PodWithBackup before = pods.remove(key);
        if (before != null) {
            uncovered.remove(before.pod().uid());
            leaveHome(before);
            cachedList = null;
        }
    }

    private void leaveHome(@Nullable PodWithBackup before) {
        if (before != null) {
            homes.computeIfPresent(before.home(), (home, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** Gives all pods other backups, null for none. */
    void replaceBackups(Function<Pod, @Nullable String> backups) {
        cachedList = null;
        pods.replaceAll((key, one) -> new PodWithBackup(one.pod(), backups.apply(one.pod())));
    }

    @Nullable
    PodWithBackup find(PodKey key) {
        return pods.get(key);
    }

    /** Returns all pods; the same list until something changes. */
    List<PodWithBackup> all() {
        List<PodWithBackup> all = cachedList;
        if (all == null) {
            all = List.copyOf(pods.values());
            cachedList = all;
        }
        return all;
    }

    /** Returns the pods that have come without a backup since the last call. */
    List<PodWithBackup> takeUncovered() {
        List<PodWithBackup> taken = List.copyOf(uncovered.values());
        uncovered.clear();
        return taken;
    }

    /** Returns the nodes that the pods are on. */
    Set<String> homes() {
        return Set.copyOf(homes.keySet());
    }
}
