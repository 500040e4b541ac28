package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.storage.ClaimKey;
import java.util.Map;
import java.util.function.Predicate;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** How often placed pods mount each claim, by node. Immutable. */
final class ClaimIndex {
    static final ClaimIndex EMPTY = new ClaimIndex(HashTreePMap.empty());

    private final PMap<ClaimKey, PMap<String, Integer>> uses;

    private ClaimIndex(PMap<ClaimKey, PMap<String, Integer>> uses) {
        this.uses = uses;
    }

    ClaimIndex with(Pod pod) {
        PMap<ClaimKey, PMap<String, Integer>> changed = uses;
        for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
            ClaimKey key = new ClaimKey(pod.namespace(), mounted.name());
            changed = changed.plus(key, NodeCounts.plus(changed.get(key), pod));
        }
        return changed == uses ? this : new ClaimIndex(changed);
    }

    ClaimIndex without(Pod pod) {
        PMap<ClaimKey, PMap<String, Integer>> changed = uses;
        for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
            ClaimKey key = new ClaimKey(pod.namespace(), mounted.name());
            PMap<String, Integer> rest = NodeCounts.minus(changed.get(key), pod);
            changed = rest.isEmpty() ? changed.minus(key) : changed.plus(key, rest);
        }
        return changed == uses ? this : new ClaimIndex(changed);
    }

    /** How often pods mount the claim on the nodes that count. */
    int usesOf(ClaimKey key, Predicate<String> counts) {
        return uses.getOrDefault(key, HashTreePMap.empty()).entrySet().stream()
                .filter(byNode -> counts.test(byNode.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
