package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import dev.edgewise.scheduler.state.NodeCursor;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that may stand in for a pod's own, with the values by which they are compared; nodes with a reserve are
 * listed apart from the others.
 */
final class BackupCandidates {
    private final Pod pod;
    private final ResourceDemand demand;
    private final Snapshot snapshot;
    private final BackupIndex covers;

    /** @param demand of the pod */
    BackupCandidates(Pod pod, ResourceDemand demand, Snapshot snapshot) {
        this.pod = pod;
        this.demand = demand;
        this.snapshot = snapshot;
        this.covers = snapshot.get(BackupIndex.FACT);
    }

    /** Returns the nodes that already keep a reserve. */
    NodeCursor inUse() {
        return NodeCursor.of(covers.backups().stream()
                .map(snapshot::node)
                .filter(Objects::nonNull)
                .iterator());
    }

    /** Returns the nodes that keep no reserve yet, all zones in turn, from another start for each pod. */
    NodeCursor unused() {
        int start =
                Math.floorMod(pod.uid().hashCode(), Math.max(1, snapshot.nodes().size()));
        NodeCursor all = snapshot.nodesByZone(start);
        return () -> {
            NodeState node = all.next();
            while (node != null && covers.find(node.name()) != null) {
                node = all.next();
            }
            return node;
        };
    }

    /** Adds the next ones but {@code home}, and returns how many. */
    int add(NodeCursor nodes, int most, String home, List<BackupCandidate> found) {
        NodeState own = snapshot.node(home);
        int added = 0;
        while (added < most) {
            NodeState node = nodes.next();
            if (node == null) {
                return added;
            }
            if (!node.name().equals(home)) {
                found.add(candidate(node, home, own));
                added++;
            }
        }
        return added;
    }

    private BackupCandidate candidate(NodeState node, String home, @Nullable NodeState own) {
        boolean same = own != null && isSameZone(node, own);
        NodeBackups cover = covers.find(node.name());
        if (cover == null) {
            // All of these nodes are equal up to here.
            int near = nodesNear(node);
            return new BackupCandidate(node, same, 1, 0, 0, () -> near);
        }
        double added = AddedReserve.share(cover, home, demand);
        double spare = added > 0 ? 0 : AddedReserve.spare(cover, home, demand);
        return new BackupCandidate(node, same, added, spare, -cover.byHome().size(), () -> nodesNear(node));
    }

    private int nodesNear(NodeState node) {
        RttRow row = snapshot.get(RttIndex.FACT).from(node.name());
        return row == null ? 0 : row.countNear();
    }

    static boolean isSameZone(NodeState one, NodeState other) {
        String zone = one.node().zone();
        return !zone.isEmpty() && zone.equals(other.node().zone());
    }
}
