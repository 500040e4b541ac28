package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.ScoredNode;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a decision which node stands in for the chosen one if that fails.
 *
 * @param search with the decision for that node, or for no node where the pod must be protected and nothing protects it
 * @param backup the node that keeps capacity for the pod; null if none does
 */
public record NodeSearchWithBackup(NodeSearchResult search, @Nullable String backup) {
    private static final String NO_BACKUP = "node(s) had no other node that could keep room for the pod";
    private static final String NONE_APART = NO_BACKUP + " apart from its controller's others, which it excludes";

    /**
     * Finds the backup of the node that was found for the pod in that snapshot, if the pod is to be protected. A pod
     * with a reservation runs there even if nothing protects it there, whatever it requires: it has been running, and
     * waiting would make the failure of one node one of the pod.
     */
    public static NodeSearchWithBackup of(NodeSearchResult search, Pod pod, Snapshot snapshot) {
        String node = search.decision().node();
        ProtectionRules rules = snapshot.get(BackupIndex.FACT).rules();
        if (node == null) {
            return new NodeSearchWithBackup(search, null);
        }
        if (!rules.isProtected(pod)) {
            return rules.isRequired(pod)
                    ? rejected(search, rules.whyNotProtected(pod), Set.of())
                    : new NodeSearchWithBackup(search, null);
        }
        BackupSearch backups = new BackupSearch(pod, snapshot, search.feasibility());
        BackupSearch.Found found = backups.of(node, null);
        if (rules.isRequired(pod) && search.taken() == null) {
            return found.apart() == null ? elsewhere(search, backups, found) : with(search.decision(), search, found);
        }
        return found.any() == null
                ? new NodeSearchWithBackup(
                        search.with(search.decision().adding("(unprotected: " + found.whyNone() + ")")), null)
                : with(search.decision(), search, found);
    }

    private static NodeSearchWithBackup with(Decision decision, NodeSearchResult search, BackupSearch.Found found) {
        String text = found.apart() == null
                ? "(backup " + found.shared() + ", as that of a pod which it excludes: no other node can keep room)"
                : "(backup " + found.apart() + ")";
        return new NodeSearchWithBackup(search.with(decision.adding(text)), found.any());
    }

    /**
     * Finds a backup for a bound pod that has none in the snapshot. Without another, it is the former one, if that has
     * capacity: round-trip times may only be missing for a moment. Null if no node can.
     *
     * @param pod with the backup that it had
     * @param profile of the pod
     */
    public static @Nullable String find(PodWithBackup pod, Profile profile, Snapshot snapshot) {
        Snapshot without = snapshot.without(pod.pod().key(), pod.home());
        BackupSearch.Found found = new BackupSearch(pod.pod(), without, feasibility(pod.pod(), profile, without))
                .of(pod.home(), pod.backup());
        return found.any() == null && mayHold(pod, snapshot) ? pod.backup() : found.any();
    }

    /**
     * Returns why no node stands in for that of a pod which nothing protects in the snapshot.
     *
     * @param profile of the pod
     */
    public static String whyNone(PodWithBackup pod, Profile profile, Snapshot snapshot) {
        Snapshot without = snapshot.without(pod.pod().key(), pod.home());
        BackupSearch.Found found =
                new BackupSearch(pod.pod(), without, feasibility(pod.pod(), profile, without)).of(pod.home(), null);
        return found.any() == null ? found.whyNone() : "another node has room by now, and is about to be chosen";
    }

    /**
     * Returns the nodes that could be the backup of a protected pod, by their location and other pods; none in its own
     * zone unless its backup is there. None are returned for a pod that must not restart beside others of its
     * controller if these have backups, as the choice depends on them.
     *
     * @param profile of the pod
     */
    public static List<NodeState> alternatives(PodWithBackup pod, Profile profile, Snapshot snapshot) {
        if (!new SelfAntiAffinityRestartCheck(pod.pod(), snapshot).isAlone(pod.backup())) {
            return List.of();
        }
        Snapshot without = snapshot.without(pod.pod().key(), pod.home());
        return new BackupSearch(pod.pod(), without, feasibility(pod.pod(), profile, without))
                .all(pod.home(), pod.backup());
    }

    /** Returns whether the pod could restart on its backup: it may run there, and its reserve is still free. */
    public static boolean holds(PodWithBackup pod, Profile profile, Snapshot snapshot) {
        NodeState backup = pod.backup() == null ? null : snapshot.node(pod.backup());
        if (backup == null
                || !mayBeBackup(backup)
                || AddedReserve.isOvercommitted(backup)
                || !new SelfAntiAffinityRestartCheck(pod.pod(), snapshot).mayKeep(backup)) {
            return false;
        }
        Snapshot without = snapshot.without(pod.pod().key(), pod.home());
        NodeState room = NodeCapacityCalculator.withoutReserve(NodeCapacityCalculator.withoutUnconfirmedPods(backup));
        return feasibility(pod.pod(), profile, without).whyNotPreferred(room) == null;
    }

    /**
     * Returns whether the node is one to restart on, whatever a pod tolerates: it takes pods, and runs as far as is
     * known.
     */
    public static boolean mayBeBackup(NodeState node) {
        return !node.node().unschedulable() && !node.node().isLost();
    }

    /** Returns whether the backup that the pod had is there, open for others, and has capacity for it again. */
    public static boolean mayHold(PodWithBackup pod, Snapshot without) {
        NodeState backup = pod.backup() == null ? null : without.node(pod.backup());
        return backup != null && backup.isUntainted() && hasRoom(pod, backup, without);
    }

    /** Returns whether the backup that the pod had may hold again once it is ready: it has capacity for it. */
    public static boolean mayReturn(PodWithBackup pod, Snapshot without) {
        NodeState backup = pod.backup() == null ? null : without.node(pod.backup());
        return backup != null
                && backup.node().isLost()
                && !backup.node().unschedulable()
                && hasRoom(pod, backup, without);
    }

    private static boolean hasRoom(PodWithBackup pod, NodeState backup, Snapshot without) {
        return !AddedReserve.isOvercommitted(backup)
                && AddedReserve.fits(
                        backup,
                        without.get(BackupIndex.FACT).of(backup.name()),
                        pod.home(),
                        ResourceDemand.of(pod.pod()));
    }

    private static FeasibilityCheck feasibility(Pod bound, Profile profile, Snapshot without) {
        return FeasibilityCheck.of(profile, bound.pending(), without);
    }

    /** Selects the first of the other best nodes on which the pod is protected. */
    private static NodeSearchWithBackup elsewhere(
            NodeSearchResult search, BackupSearch backups, BackupSearch.Found found) {
        String first = search.decision().node();
        for (ScoredNode other : search.decision().best()) {
            if (other.node().equals(first)) {
                continue;
            }
            BackupSearch.Found its = backups.of(other.node(), null);
            if (its.apart() != null) {
                return with(search.decision().movedTo(other.node()), search, its);
            }
        }
        String reason = found.shared() == null ? NO_BACKUP + ": " + found.whyNone() : NONE_APART;
        return rejected(search, reason, backups.rejectedBy());
    }

    /**
     * @param ofBackups the filters that rejected backups: what helps with those, or with those that rejected other
     *     nodes, helps the pod
     */
    private static NodeSearchWithBackup rejected(NodeSearchResult search, String reason, Set<String> ofBackups) {
        Set<String> filters = new HashSet<>(ofBackups);
        filters.addAll(search.refusal().reasons().filters());
        return new NodeSearchWithBackup(
                search.with(search.decision().rejected(RecoveryPlugin.NAME, reason, filters)), null);
    }
}
