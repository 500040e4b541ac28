package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.ScheduledAffinityTerm;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the pods that matter by their domains, so that adding or removing a pod only changes counts. */
final class AffinityCheck implements PreparedNodeFilter {
    private static final Rejection NO_FRIEND =
            Rejection.unresolvable(RequiredPodAffinity.NAME, "node(s) didn't match pod affinity rules");
    private static final Rejection FOE =
            Rejection.unschedulable(RequiredPodAffinity.NAME, "node(s) didn't match pod anti-affinity rules");
    private static final Rejection FOE_OF_OTHERS = Rejection.unschedulable(
            RequiredPodAffinity.NAME, "node(s) didn't satisfy existing pods anti-affinity rules");

    private final Pod pod;
    private final Snapshot snapshot;
    private final Map<String, String> namespaceLabels;
    private final List<String> requiredKeys;
    private final AffinityTermCounter wanted;
    private final AffinityTermCounter refused;
    private final TopologyDomains friends = new TopologyDomains();
    private final TopologyDomains foes = new TopologyDomains();
    /** Domains of pods that must not share a domain with this one. */
    private final TopologyDomains shunned = new TopologyDomains();

    private boolean counted;

    AffinityCheck(Pod pod, Snapshot snapshot) {
        PodAffinity affinity = pod.spec().podAffinity();
        this.pod = pod;
        this.snapshot = snapshot;
        this.namespaceLabels = snapshot.get(NamespaceLabels.FACT).of(pod.namespace());
        this.requiredKeys = affinity.required().stream()
                .map(AffinityTerm::topologyKey)
                .distinct()
                .toList();
        this.wanted = AffinityTermCounter.ofAll(affinity.required(), snapshot);
        this.refused = AffinityTermCounter.ofAny(affinity.requiredAnti(), snapshot);
        findShunned();
    }

    /** Returns whether any placed pod keeps this one off some domain. */
    boolean isShunned() {
        return !shunned.isEmpty();
    }

    private void findShunned() {
        snapshot.forTermsNear(pod, (placed, byNode) -> {
            if (placed.kind() == ScheduledAffinityTerm.Kind.REQUIRED_ANTI
                    && placed.term().matches(pod, namespaceLabels)) {
                byNode.forEach((name, count) -> shun(name, placed.term(), count));
            }
        });
    }

    private void shun(String name, AffinityTerm term, int count) {
        NodeState node = snapshot.node(name);
        if (node != null) {
            shunned.change(node.node(), term.topologyKey(), count);
        }
    }

    /** Counts on the first request only: other filters may leave no node to ask about. */
    private void count() {
        if (!counted) {
            wanted.addAll(friends::change);
            refused.addAll(foes::change);
            counted = true;
        }
    }

    @Override
    public void added(Pod other, Node node) {
        change(other, node, 1);
    }

    @Override
    public void removed(Pod other, Node node) {
        change(other, node, -1);
    }

    private void change(Pod other, Node node, int by) {
        count();
        wanted.add(other, node, by, friends::change);
        refused.add(other, node, by, foes::change);
        for (AffinityTerm term : other.spec().podAffinity().requiredAnti()) {
            if (term.matches(pod, namespaceLabels)) {
                shunned.change(node, term.topologyKey(), by);
            }
        }
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        count();
        if (!requiredKeys.isEmpty() && !hasFriends(node.node())) {
            return NO_FRIEND;
        }
        if (foes.contains(node.node())) {
            return FOE;
        }
        return shunned.contains(node.node()) ? FOE_OF_OTHERS : null;
    }

    private boolean hasFriends(Node node) {
        boolean near = true;
        for (String key : requiredKeys) {
            if (!node.labels().containsKey(key)) {
                return false;
            }
            near &= friends.contains(node, key);
        }
        return near || (friends.isEmpty() && wanted.counts(pod));
    }
}
