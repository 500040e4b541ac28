package dev.edgewise.scheduler.violations;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.reward.RewardPlugin;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists the bound pods on nodes that are in quarantine for their type: the scheduler would not place them there any
 * more.
 */
final class PodsOnQuarantinedNodes {
    private final Set<String> profiles;

    /** @param reward of the type on the node */
    record Quarantined(Pod pod, Reward reward) {
        /** How far the reward is from 1, the best: 0..1. */
        double severity() {
            return 1 - reward.value();
        }
    }

    /** Pods of the profiles that heed rewards. */
    PodsOnQuarantinedNodes(ProfileSet profiles) {
        this.profiles = profiles.byName().values().stream()
                .filter(profile -> profile.filters().stream().anyMatch(RewardPlugin.class::isInstance))
                .map(profile -> profile.name())
                .collect(Collectors.toSet());
    }

    /** Returns the pods in no order; only the pods of nodes in quarantine are checked. */
    List<Quarantined> of(Snapshot snapshot) {
        List<Quarantined> found = new ArrayList<>();
        Map<String, Set<String>> byNode = snapshot.get(RewardIndex.FACT).quarantines(snapshot.takenAt());
        byNode.forEach((name, types) -> {
            NodeState node = snapshot.node(name);
            Collection<Pod> pods = node == null ? List.of() : node.pods();
            pods.stream()
                    .filter(pod -> isJudged(pod) && types.contains(RewardPlugin.typeOf(pod)))
                    .map(pod -> of(pod, name, snapshot))
                    .forEach(found::add);
        });
        return found;
    }

    private boolean isJudged(Pod pod) {
        return !pod.terminating() && profiles.contains(pod.spec().schedulerName());
    }

    private static Quarantined of(Pod pod, String node, Snapshot snapshot) {
        String type = RewardPlugin.typeOf(pod);
        return new Quarantined(
                pod,
                Objects.requireNonNull(snapshot.get(RewardIndex.FACT).of(type).of(node)));
    }
}
