package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.common.TruncatedText;
import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.PreFilterResult;
import dev.edgewise.scheduler.framework.ReasonCounts;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeCursor;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the node that a pod restarts on if its own fails: one where it may run, in another zone if there is one, that
 * has to keep the least in addition. Among several with a sufficient reserve, it takes the one with most to spare for
 * that home: pods of a home spread, and do not fill a reserve that others of it will need. Otherwise it takes the one
 * that stands in for most nodes, or could, as its reserve serves most.
 */
final class BackupSearch {
    /**
     * Number of nodes without a reserve that are compared at once, for a pod that may run anywhere; as many more follow
     * as long as none of them can stand in.
     */
    private static final int AT_ONCE = 500;

    private static final int LONGEST_REASON = 200;
    private static final Rejection NO_NODE_TO_RESTART_ON =
            Rejection.unschedulable(RecoveryPlugin.NAME, "node(s) were cordoned, not ready or unreachable");

    private static final String STAYS =
            "its node keeps its pods when it fails (annotation " + Names.RECOVERY_ANNOTATION + ")";

    private final ResourceDemand demand;
    private final Snapshot snapshot;
    private final FeasibilityCheck feasibility;
    private final BackupIndex covers;
    private final SelfAntiAffinityRestartCheck sideBySide;
    private final BackupCandidates others;

    /**
     * Whether there was any other node to look at since the search began, and the first reason against one with
     * capacity.
     */
    private boolean anyLookedAt;

    private @Nullable Rejection rejection;

    /** The filters that rejected any node as a backup since this search was made. */
    private final Set<String> rejectedBy = new HashSet<>();

    /**
     * A node that can stand in.
     *
     * @param apart one where the pod would not restart beside others of its controller that it excludes; null if there
     *     is none
     * @param shared without such a one, one where it would, if all their nodes failed together; null if there is none
     * @param whyNone why there is none; empty if there is one
     */
    record Found(@Nullable String apart, @Nullable String shared, String whyNone) {
        @Nullable
        String any() {
            return apart == null ? shared : apart;
        }
    }

    /** @param feasibility of the pod, which is bound to no node in the snapshot */
    BackupSearch(Pod pod, Snapshot snapshot, FeasibilityCheck feasibility) {
        this.demand = ResourceDemand.of(pod);
        this.snapshot = snapshot;
        this.feasibility = feasibility;
        this.covers = snapshot.get(BackupIndex.FACT);
        this.sideBySide = new SelfAntiAffinityRestartCheck(pod, snapshot);
        this.others = new BackupCandidates(pod, demand, snapshot);
    }

    /**
     * The node that is to stand in for {@code home}.
     *
     * @param present the backup that it has, which is left only for one that is better in that; null for none
     */
    Found of(String home, @Nullable String present) {
        anyLookedAt = false;
        rejection = null;
        NodeState own = snapshot.node(home);
        if (own != null && own.node().keepsPods()) {
            return new Found(null, null, STAYS);
        }
        List<BackupCandidate> candidates = new ArrayList<>();
        PreFilterResult known = feasibility.candidates();
        if (known != null) {
            others.add(known.nodes().get(), Integer.MAX_VALUE, home, candidates);
            return best(candidates, home, present, null);
        }
        others.add(others.inUse(), Integer.MAX_VALUE, home, candidates);
        List<BackupCandidate> before = new ArrayList<>();
        candidates.removeIf(candidate -> candidate.isBeforeUnused() && before.add(candidate));
        Found found = best(before, home, present, null);
        return found.apart() == null ? among(others.unused(), candidates, home, present, found.shared()) : found;
    }

    /** @param candidates of those that keep something, others than were looked at */
    private Found among(
            NodeCursor unused,
            List<BackupCandidate> candidates,
            String home,
            @Nullable String present,
            @Nullable String shared) {
        int added = others.add(unused, AT_ONCE, home, candidates);
        Found found = best(candidates, home, present, shared);
        while (found.any() == null && added == AT_ONCE) {
            candidates.clear();
            added = others.add(unused, AT_ONCE, home, candidates);
            found = best(candidates, home, present, null);
        }
        return found;
    }

    /** @param sharedBefore of better ones the first that can stand in, but not apart; null if there is none */
    private Found best(
            List<BackupCandidate> candidates, String home, @Nullable String present, @Nullable String sharedBefore) {
        candidates.sort(BackupCandidate.BEST_FIRST);
        anyLookedAt |= !candidates.isEmpty();
        String shared = sharedBefore;
        for (BackupCandidate candidate : candidates) {
            NodeState node = candidate.node();
            boolean isApart = sideBySide.mayAdd(node);
            if ((isApart || shared == null || node.name().equals(present)) && takes(node, home)) {
                if (isApart) {
                    return new Found(node.name(), null, "");
                }
                shared = node.name();
            }
        }
        return new Found(null, shared, shared == null ? whyNone() : "");
    }

    /** The filters that rejected nodes as backups, by their names, including filters that an index applied. */
    Set<String> rejectedBy() {
        Set<String> all = new HashSet<>(rejectedBy);
        PreFilterResult known = feasibility.candidates();
        if (known != null) {
            ReasonCounts reasons = new ReasonCounts();
            known.others().count(snapshot, reasons);
            all.addAll(reasons.filters());
        }
        return all;
    }

    /** Returns one of a few texts, or the first reason of a filter. */
    private String whyNone() {
        if (!anyLookedAt) {
            return "no other node is within its needs";
        }
        return rejection == null
                ? "no other node has room to keep for it"
                : TruncatedText.of("it may run on no other node that has room: " + rejection.reason(), LONGEST_REASON);
    }

    private boolean takes(NodeState node, String home) {
        if (AddedReserve.isOvercommitted(node)
                || !AddedReserve.fits(beside(node), covers.of(node.name()), home, demand)) {
            return false;
        }
        Rejection against = whyNot(node);
        if (against != null) {
            rejectedBy.add(against.filter());
        }
        rejection = rejection == null ? against : rejection;
        return against == null;
    }

    /**
     * Nodes that could, in any order, whether they have capacity to keep or not; in its zone only if {@code present} is
     * in there. If the pod may run anywhere, only some of the nodes without a reserve are returned.
     */
    List<NodeState> all(String home, @Nullable String present) {
        NodeState backup = present == null ? null : snapshot.node(present);
        NodeState own = snapshot.node(home);
        boolean maySameZone = backup != null && own != null && BackupCandidates.isSameZone(backup, own);
        Predicate<NodeState> could = node -> !node.name().equals(home)
                && (maySameZone || own == null || !BackupCandidates.isSameZone(node, own))
                && !AddedReserve.isOvercommitted(node)
                && whyNot(node) == null;
        List<NodeState> found = new ArrayList<>();
        PreFilterResult known = feasibility.candidates();
        if (known != null) {
            take(known.nodes().get(), Integer.MAX_VALUE, could, found);
        } else {
            take(others.inUse(), Integer.MAX_VALUE, could, found);
            take(others.unused(), AT_ONCE, could, found);
        }
        return found;
    }

    private static void take(NodeCursor nodes, int most, Predicate<NodeState> which, List<NodeState> found) {
        int taken = 0;
        for (NodeState node = nodes.next(); node != null && taken < most; node = nodes.next()) {
            if (which.test(node)) {
                found.add(node);
                taken++;
            }
        }
    }

    /** Adds the nominated pods to the node: capacity that preemptions have cleared is not free. */
    private NodeState beside(NodeState node) {
        NodeState crowded = node;
        for (Pod nominated : snapshot.nominatedTo(node.name())) {
            crowded = crowded.with(nominated.assignedTo(node.name()));
        }
        return crowded;
    }

    /** Returns why it may not run there, on the capacity that the node keeps, too; null if it may. */
    private @Nullable Rejection whyNot(NodeState node) {
        return NodeSearchWithBackup.mayBeBackup(node)
                ? feasibility.whyNotPreferred(NodeCapacityCalculator.withoutReserve(node))
                : NO_NODE_TO_RESTART_ON;
    }
}
