package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.MutuallyExclusivePods;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a pod would restart beside others of its controller that it excludes, if all their nodes failed
 * together.
 */
final class SelfAntiAffinityRestartCheck {
    /** Number of pods that restart on each node. */
    private final Map<String, Integer> byNode;
    /** Number of pods that restart on nodes with each value of the labels over which the pod excludes them. */
    private final Map<String, Map<String, Integer>> byLabel = new HashMap<>();

    SelfAntiAffinityRestartCheck(Pod pod, Snapshot snapshot) {
        this.byNode = MutuallyExclusivePods.isKeptApart(pod)
                ? snapshot.get(BackupIndex.FACT).keptApart(pod)
                : Map.of();
        if (byNode.isEmpty()) {
            return;
        }
        MutuallyExclusivePods.topologyKeys(pod).stream()
                .filter(snapshot.topology()::isKey)
                .forEach(key -> byLabel.put(key, new HashMap<>()));
        byNode.forEach((name, pods) -> count(snapshot.node(name), pods));
    }

    private void count(@Nullable NodeState node, int pods) {
        byLabel.forEach((key, values) -> {
            String value = node == null ? null : node.node().labels().get(key);
            if (value != null) {
                values.merge(value, pods, Integer::sum);
            }
        });
    }

    /**
     * Returns whether no pod that it excludes has a backup.
     *
     * @param own the backup of the pod, which is counted; null for none
     */
    boolean isAlone(@Nullable String own) {
        return byNode.isEmpty() || (own != null && byNode.equals(Map.of(own, 1)));
    }

    /** Returns whether the node, which does not stand in for the pod yet, may. */
    boolean mayAdd(NodeState node) {
        return most(node) == 0;
    }

    /** Returns whether the node that stands in for the pod may continue to. */
    boolean mayKeep(NodeState node) {
        return most(node) <= 1;
    }

    private int most(NodeState node) {
        int most = byNode.getOrDefault(node.name(), 0);
        for (Map.Entry<String, Map<String, Integer>> label : byLabel.entrySet()) {
            String value = node.node().labels().get(label.getKey());
            most = Math.max(most, value == null ? 0 : label.getValue().getOrDefault(value, 0));
        }
        return most;
    }
}
