package dev.edgewise.scheduler.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The taints that a pod tolerates. Thousands of nodes have the same taints: each is compared with the tolerations once.
 * Serves one decision, on one thread.
 */
public final class ToleratedTaints {
    private final List<Toleration> tolerations;
    private final Map<Taint, Boolean> known = new HashMap<>();

    public ToleratedTaints(List<Toleration> tolerations) {
        this.tolerations = tolerations;
    }

    public boolean contains(Taint taint) {
        return known.computeIfAbsent(taint, unknown -> Toleration.tolerate(tolerations, unknown));
    }

    /** Returns whether every one of the taints that excludes pods is tolerated. */
    public boolean containsExcluding(List<Taint> taints) {
        for (Taint taint : taints) {
            if (taint.excludes() && !contains(taint)) {
                return false;
            }
        }
        return true;
    }
}
