package dev.edgewise.scheduler.podaffinity;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Required pod affinity and anti-affinity, of the pod towards others and of others towards it. The first pod of a group
 * that wants its own kind near may start anywhere.
 */
public final class RequiredPodAffinity implements Filter {
    public static final String NAME = "InterPodAffinity";

    private static final Rejection NO_FRIEND = Rejection.fixed(NAME, "node(s) didn't match pod affinity rules");
    private static final Rejection FOE = Rejection.resolvable(NAME, "node(s) didn't match pod anti-affinity rules");
    private static final Rejection FOE_OF_OTHERS =
            Rejection.resolvable(NAME, "node(s) didn't satisfy existing pods anti-affinity rules");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        Domains shunned = domainsThatShun(pod, snapshot);
        PodAffinity affinity = pod.spec().podAffinity();
        if (affinity.required().isEmpty() && affinity.requiredAnti().isEmpty()) {
            return shunned.isEmpty() ? NodeCheck.PASS : node -> shunned.contains(node.node()) ? FOE_OF_OTHERS : null;
        }
        return new Check(affinity, shunned, snapshot, pod);
    }

    @Override
    public Set<ClusterEvent> wokenBy() {
        return Set.of(
                ClusterEvent.NODE_ADDED,
                ClusterEvent.NODE_CHANGED,
                ClusterEvent.POD_CHANGED,
                ClusterEvent.POD_REMOVED,
                ClusterEvent.NAMESPACE_CHANGED);
    }

    /** Where pods run that must not share a domain with this one. */
    private static Domains domainsThatShun(Pod pod, Snapshot snapshot) {
        Domains domains = new Domains();
        Map<String, String> namespaceLabels = snapshot.namespaceLabels(pod.namespace());
        for (Pod existing : snapshot.mayConcern(pod)) {
            NodeState node = snapshot.nodeHolding(existing);
            for (AffinityTerm term : existing.spec().podAffinity().requiredAnti()) {
                if (node != null && term.matches(pod, namespaceLabels)) {
                    domains.addDomainOf(node.node(), term.topologyKey());
                }
            }
        }
        return domains;
    }

    private static final class Check implements NodeCheck {
        private final List<AffinityTerm> required;
        private final List<AffinityTerm> requiredAnti;
        private final Domains friends = new Domains();
        private final Domains foes = new Domains();
        private final Domains shunned;
        private final boolean mayBeFirst;

        Check(PodAffinity affinity, Domains shunned, Snapshot snapshot, Pod pod) {
            this.required = affinity.required();
            this.requiredAnti = affinity.requiredAnti();
            this.shunned = shunned;
            findFriends(snapshot);
            requiredAnti.forEach(term -> findFoes(term, snapshot));
            this.mayBeFirst = friends.isEmpty() && matchesAll(pod, snapshot);
        }

        private void findFriends(Snapshot snapshot) {
            if (required.isEmpty()) {
                return;
            }
            for (NodeState node : Holders.of(required.get(0), snapshot)) {
                for (Pod existing : node.pods()) {
                    if (matchesAll(existing, snapshot)) {
                        required.forEach(term -> friends.addDomainOf(node.node(), term.topologyKey()));
                    }
                }
            }
        }

        private void findFoes(AffinityTerm term, Snapshot snapshot) {
            for (NodeState node : Holders.of(term, snapshot)) {
                for (Pod existing : node.pods()) {
                    if (term.matches(existing, snapshot.namespaceLabels(existing.namespace()))) {
                        foes.addDomainOf(node.node(), term.topologyKey());
                    }
                }
            }
        }

        /** A pod is a friend only if every required term speaks of it. */
        private boolean matchesAll(Pod other, Snapshot snapshot) {
            for (AffinityTerm term : required) {
                if (!term.matches(other, snapshot.namespaceLabels(other.namespace()))) {
                    return false;
                }
            }
            return !required.isEmpty();
        }

        @Override
        public @Nullable Rejection check(NodeState node) {
            if (!hasFriends(node)) {
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
            return near || mayBeFirst;
        }
    }
}
