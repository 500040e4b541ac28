package dev.edgewise.scheduler.podaffinity;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the pods that matter by their domains, so that a pod more or less is a matter of counting, too. */
final class AffinityCheck implements NodeCheck {
    private static final Rejection NO_FRIEND =
            Rejection.fixed(RequiredPodAffinity.NAME, "node(s) didn't match pod affinity rules");
    private static final Rejection FOE =
            Rejection.resolvable(RequiredPodAffinity.NAME, "node(s) didn't match pod anti-affinity rules");
    private static final Rejection FOE_OF_OTHERS =
            Rejection.resolvable(RequiredPodAffinity.NAME, "node(s) didn't satisfy existing pods anti-affinity rules");

    private final Pod pod;
    private final Snapshot snapshot;
    private final Map<String, String> namespaceLabels;
    private final List<AffinityTerm> required;
    private final List<AffinityTerm> requiredAnti;
    private final Domains friends = new Domains();
    private final Domains foes = new Domains();
    /** Where pods run that must not share a domain with this one. */
    private final Domains shunned = new Domains();

    private final boolean isItsOwnFriend;

    AffinityCheck(Pod pod, Snapshot snapshot) {
        this.pod = pod;
        this.snapshot = snapshot;
        this.namespaceLabels = snapshot.namespaceLabels(pod.namespace());
        this.required = pod.spec().podAffinity().required();
        this.requiredAnti = pod.spec().podAffinity().requiredAnti();
        this.isItsOwnFriend = isFriend(pod);
        findFriends();
        requiredAnti.forEach(this::findFoes);
        findShunned();
    }

    /** Whether any placed pod keeps this one off some domain. */
    boolean isShunned() {
        return !shunned.isEmpty();
    }

    private void findFriends() {
        if (required.isEmpty()) {
            return;
        }
        for (NodeState node : Holders.of(required.get(0), snapshot)) {
            for (Pod existing : node.pods()) {
                countFriend(existing, node.node(), 1);
            }
        }
    }

    private void findFoes(AffinityTerm term) {
        for (NodeState node : Holders.of(term, snapshot)) {
            for (Pod existing : node.pods()) {
                countFoe(existing, node.node(), term, 1);
            }
        }
    }

    private void findShunned() {
        for (Pod existing : snapshot.mayConcern(pod)) {
            NodeState node = snapshot.nodeHolding(existing);
            if (node != null) {
                countShunned(existing, node.node(), 1);
            }
        }
    }

    private void countFriend(Pod other, Node node, int by) {
        if (isFriend(other)) {
            for (AffinityTerm term : required) {
                friends.change(node, term.topologyKey(), by);
            }
        }
    }

    private void countFoe(Pod other, Node node, AffinityTerm term, int by) {
        if (term.matches(other, snapshot.namespaceLabels(other.namespace()))) {
            foes.change(node, term.topologyKey(), by);
        }
    }

    private void countShunned(Pod other, Node node, int by) {
        for (AffinityTerm term : other.spec().podAffinity().requiredAnti()) {
            if (term.matches(pod, namespaceLabels)) {
                shunned.change(node, term.topologyKey(), by);
            }
        }
    }

    /** A pod is a friend only if every required term speaks of it. */
    private boolean isFriend(Pod other) {
        for (AffinityTerm term : required) {
            if (!term.matches(other, snapshot.namespaceLabels(other.namespace()))) {
                return false;
            }
        }
        return !required.isEmpty();
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
        countFriend(other, node, by);
        for (AffinityTerm term : requiredAnti) {
            countFoe(other, node, term, by);
        }
        countShunned(other, node, by);
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        if (!required.isEmpty() && !hasFriends(node)) {
            return NO_FRIEND;
        }
        for (AffinityTerm term : requiredAnti) {
            if (foes.contains(node.node(), term.topologyKey())) {
                return FOE;
            }
        }
        return shunned.contains(node.node()) ? FOE_OF_OTHERS : null;
    }

    private boolean hasFriends(NodeState node) {
        boolean near = true;
        for (AffinityTerm term : required) {
            if (!node.node().labels().containsKey(term.topologyKey())) {
                return false;
            }
            near &= friends.contains(node.node(), term.topologyKey());
        }
        return near || (isItsOwnFriend && friends.isEmpty());
    }
}
