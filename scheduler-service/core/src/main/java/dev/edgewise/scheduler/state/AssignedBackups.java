package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Backups assigned by this replica; they override the pods' annotations. Not thread-safe. */
final class AssignedBackups {
    /** Assigned backups by uid of the pod. */
    private final Map<String, Assigned> assigned = new HashMap<>();

    /**
     * @param backup null for none
     * @param demand what the pod requested then
     */
    private record Assigned(@Nullable String backup, ResourceDemand demand) {}

    /** @param backup null for none */
    void put(Pod pod, @Nullable String backup) {
        assigned.put(pod.uid(), new Assigned(backup, ResourceDemand.of(pod)));
    }

    void remove(Pod pod) {
        assigned.remove(pod.uid());
    }

    void clear() {
        assigned.clear();
    }

    boolean isEmpty() {
        return assigned.isEmpty();
    }

    boolean has(Pod pod) {
        return assigned.containsKey(pod.uid());
    }

    /** Returns the backup assigned to the pod, else the one in its annotation; null for none. */
    @Nullable
    String of(Pod pod) {
        Assigned known = assigned.get(pod.uid());
        return known == null ? pod.backupNode() : known.backup();
    }

    /** Returns whether it was assigned, for at least what the pod requests now. */
    boolean isEnough(Pod pod) {
        Assigned known = assigned.get(pod.uid());
        return known != null && known.demand().max(ResourceDemand.of(pod)).equals(known.demand());
    }
}
