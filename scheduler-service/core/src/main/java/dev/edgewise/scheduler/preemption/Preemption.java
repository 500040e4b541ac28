package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.ReasonCounts;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds pods of lower priority to evict for a pod that no node will take, as kube-scheduler's DefaultPreemption does:
 * as few and as unimportant as possible, disruption budgets respected where any choice respects them. Pure.
 */
public final class Preemption {
    private static final int LEAST_CANDIDATES = 100;
    private static final int SHARE_OF_NODES = 10;
    private static final Rejection NOT_HELPFUL =
            Rejection.unresolvable("DefaultPreemption", "Preemption is not helpful for scheduling");
    private static final Rejection NO_BACKUP_AFTERWARDS = Rejection.unresolvable(
            "DefaultPreemption", "node(s) would have no other node that could keep room for the pod after preemption");

    private static final Rejection NOT_ASKED = Rejection.unresolvable(
            "DefaultPreemption", "node(s) are tried next, as preemption on better ones would not help");
    /** Minimum number of the best candidates that an attempt asks whether their victims help. */
    private static final int LEAST_ASKED = 3;
    /**
     * Maximum number of nodes that the answers look at while more candidates are asked: each answer may take a search
     * of all nodes.
     */
    private static final int MOST_LOOKED_AT = 1_500;

    private static final Rejection GIVEN_TO_OTHERS =
            Rejection.unresolvable("DefaultPreemption", "node(s) gave the room of an earlier preemption to other pods");

    private final RandomGenerator random;

    public Preemption(RandomGenerator random) {
        this.random = random;
    }

    /**
     * The outcome of a preemption attempt.
     *
     * @param victims null if there is nothing to evict
     * @param target where the only victim moves; null if victims are not looked after
     * @param message why nothing is evicted, in kube-scheduler's words, or what moves; empty otherwise
     * @param hopeless whether no eviction helps at all, so that an earlier nomination is void
     * @param unfinished whether nodes are left of which the next attempt is to ask whether evictions help there
     */
    public record Outcome(
            @Nullable Victims victims, @Nullable String target, String message, boolean hopeless, boolean unfinished) {
        /** The pod moves to another node. */
        static Outcome moving(Pod pod, String from, String to) {
            // The owner of the pod is not named to others.
            String message = "making room: a pod moves off node " + from + ".";
            return new Outcome(new Victims(from, List.of(pod), 0), to, message, false, false);
        }

        /** Returns the outcome that nothing is evicted for now, and an earlier nomination stands. */
        public static Outcome notEligible(String why) {
            return new Outcome(null, null, "preemption: not eligible due to " + why + ".", false, false);
        }
    }

    /**
     * Selects the pods to evict for a pod.
     *
     * @param search in that snapshot, which found no node
     * @param limits what must be left alone
     * @param moving the outcome of moving one pod, which is preferred; null for none
     */
    public Outcome find(
            Pod pod,
            Snapshot snapshot,
            NodeSearchResult search,
            PreemptionConditions limits,
            Supplier<@Nullable Outcome> moving) {
        if (!pod.spec().preempts()) {
            return Outcome.notEligible("preemptionPolicy=Never");
        }
        FeasibilityCheck feasibility = search.feasibility();
        if (isBeingCleared(pod, snapshot, feasibility)) {
            return Outcome.notEligible("a terminating pod on the nominated node");
        }
        Outcome move = moving.get();
        if (move != null) {
            return move;
        }
        List<NodeState> potential = search.refusal().resolvable();
        ReasonCounts reasons = new ReasonCounts();
        reasons.add(NOT_HELPFUL, snapshot.nodes().size() - potential.size());
        List<NodeState> allowed = potential.stream()
                .filter(node -> limits.mayClear().test(node.name()))
                .toList();
        reasons.add(GIVEN_TO_OTHERS, potential.size() - allowed.size());
        List<NodeState> open = allowed.stream()
                .filter(node -> !limits.isUseless().test(node.name()))
                .toList();
        reasons.add(NO_BACKUP_AFTERWARDS, allowed.size() - open.size());
        VictimSearch victims = new VictimSearch(pod, feasibility, snapshot, limits.mayEvict());
        List<Victims> candidates = candidates(victims, open, reasons);
        int asked = Math.min(mostAsked(snapshot), candidates.size());
        Victims best = best(candidates, asked, snapshot, limits);
        if (best != null) {
            return new Outcome(best, null, "", false, false);
        }
        reasons.add(NO_BACKUP_AFTERWARDS, asked);
        reasons.add(NOT_ASKED, candidates.size() - asked);
        boolean unfinished = candidates.size() > asked;
        boolean hopeless = allowed.size() == potential.size() && !unfinished;
        String message = "preemption: " + reasons.message(snapshot.nodes().size());
        return new Outcome(null, null, message, hopeless, unfinished);
    }

    private static int mostAsked(Snapshot snapshot) {
        return Math.max(
                LEAST_ASKED, MOST_LOOKED_AT / Math.max(1, snapshot.nodes().size()));
    }

    private static @Nullable Victims best(
            List<Victims> candidates, int asked, Snapshot snapshot, PreemptionConditions limits) {
        return candidates.stream()
                .sorted(Victims.byHarm(snapshot.takenAt()))
                .limit(asked)
                .filter(limits.isUseful())
                .findFirst()
                .orElse(null);
    }

    /**
     * The victims of an earlier preemption are still on their way out: evicting more would be too much. Another pod
     * that leaves, and may take an hour for it, is no reason to wait.
     */
    private static boolean isBeingCleared(Pod pod, Snapshot snapshot, FeasibilityCheck feasibility) {
        String nominated = pod.status().nominatedNode();
        NodeState node = nominated == null ? null : snapshot.node(nominated);
        if (node == null) {
            return false;
        }
        Rejection rejection = feasibility.firstRejection(node);
        if (rejection != null && !rejection.resolvable()) {
            return false;
        }
        return node.pods().stream()
                .anyMatch(other -> other.terminating()
                        && other.status().preempted()
                        && other.spec().priority() < pod.spec().priority());
    }

    private List<Victims> candidates(VictimSearch search, List<NodeState> potential, ReasonCounts reasons) {
        List<Victims> candidates = new ArrayList<>();
        if (potential.isEmpty()) {
            return candidates;
        }
        int enough = Math.max(LEAST_CANDIDATES, potential.size() * SHARE_OF_NODES / 100);
        int offset = random.nextInt(potential.size());
        boolean harmless = false;
        for (int i = 0; i < potential.size() && !(harmless && candidates.size() >= enough); i++) {
            VictimSearch.Finding finding = search.on(potential.get((offset + i) % potential.size()));
            if (finding.victims() != null) {
                candidates.add(finding.victims());
                harmless |= finding.victims().budgetViolations() == 0;
            } else if (finding.rejection() != null) {
                reasons.add(finding.rejection());
            }
        }
        return candidates;
    }
}
