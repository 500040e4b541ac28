package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the needs of bound pods. {@link DelayPlugin} places a pod only if its needs are known to be met; this takes a
 * need for broken only if a recent measurement shows it. Looks at single pairs, and does not touch the caches of
 * decisions. Thread-safe.
 */
public final class BoundPodDelayCheck {
    private final DelayRules rules;

    public BoundPodDelayCheck(DelayRules rules) {
        this.rules = rules;
    }

    /** Returns the references of the pod's needs, in its namespace; empty without needs, or if they cannot be read. */
    public Set<String> references(Pod pod, Snapshot snapshot) {
        if (DelayNeeds.areNone(pod)) {
            return Set.of();
        }
        Set<String> references = new HashSet<>();
        DelayNeeds.of(pod, rules, snapshot.takenAt()).needs().forEach(need -> references.add(need.reference()));
        return Set.copyOf(references);
    }

    /**
     * The nodes that a reference of the namespace's pods stands for; the same object as long as a workload's do not
     * change.
     */
    public static Map<String, Integer> origins(String namespace, String reference, Snapshot snapshot) {
        return DelayReference.nodes(namespace, reference, snapshot);
    }

    /**
     * The need that is broken worst; null if none is.
     *
     * @param pod bound to a node
     */
    public @Nullable BrokenDelayNeed worst(Pod pod, Snapshot snapshot) {
        BrokenDelayNeed worst = null;
        for (DelayNeed need : DelayNeeds.of(pod, rules, snapshot.takenAt()).needs()) {
            Map<String, Integer> origins = DelayReference.nodes(pod.namespace(), need.reference(), snapshot);
            BrokenDelayNeed broken = new BrokenDelayNeedFinder(need, snapshot)
                    .broken(origins.keySet(), pod.spec().nodeName());
            worst = worst == null || (broken != null && broken.compareTo(worst) < 0) ? broken : worst;
        }
        return worst;
    }
}
