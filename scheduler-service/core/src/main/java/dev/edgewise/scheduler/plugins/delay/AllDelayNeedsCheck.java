package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.framework.PreFilterResult;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.ReasonCounts;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.rtt.NodeNumbers;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks whether a node is within all of a pod's needs. The index lists those nodes and counts the others. */
final class AllDelayNeedsCheck implements PreparedNodeFilter {
    /** Decisions are kept by thousands. */
    private static final int MOST_SIGNALS = 16;

    private final List<DelayNeedCheck> needs;
    private final Snapshot snapshot;
    /** The rejection of every node, if a reference matches nothing. */
    private final @Nullable Rejection impossible;

    private final DelayNeedCheck tightest;
    private final PreFilterResult candidates;

    AllDelayNeedsCheck(List<DelayNeedCheck> needs, Snapshot snapshot) {
        this.needs = List.copyOf(needs);
        this.snapshot = snapshot;
        this.impossible = needs.stream()
                .map(DelayNeedCheck::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .map(problem -> Rejection.unresolvable(DelayPlugin.NAME, problem))
                .orElse(null);
        this.tightest = this.needs.stream()
                .min(Comparator.comparingInt(need -> need.within().size()))
                .orElseThrow();
        this.candidates = impossible != null
                ? PreFilterResult.of(List.of(), impossible)
                : new PreFilterResult(
                        tightest.within().size(),
                        () -> new NodesWithinAllNeeds(this.needs, tightest, snapshot),
                        false,
                        this::countOthers);
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        if (impossible != null) {
            return impossible;
        }
        // An iterator for each node would be a sixth of what the extender allocates.
        for (int i = 0; i < needs.size(); i++) {
            Rejection rejection = needs.get(i).check(node);
            if (rejection != null) {
                return rejection;
            }
        }
        return null;
    }

    @Override
    public boolean acceptsCandidates() {
        return true;
    }

    @Override
    public PreFilterResult candidates() {
        return candidates;
    }

    @Override
    public void added(Pod pod, Node node) {
        needs.forEach(need -> need.change(pod, node, 1));
    }

    @Override
    public void removed(Pod pod, Node node) {
        needs.forEach(need -> need.change(pod, node, -1));
    }

    @Override
    public List<SignalEvidence> signals() {
        return needs.stream()
                .flatMap(need -> need.signals(snapshot.takenAt()).stream())
                .limit(MOST_SIGNALS)
                .toList();
    }

    @Override
    public List<SignalEvidence> signals(NodeState node) {
        return needs.stream()
                .map(need -> need.signal(node.name(), snapshot.takenAt()))
                .filter(Objects::nonNull)
                .toList();
    }

    private void countOthers(Snapshot snapshot, ReasonCounts reasons) {
        NodeNumbers nodes = snapshot.nodeNumbers();
        int[][] counts = needs.size() == 1 ? new int[][] {tightest.countObstacles(nodes)} : countFirstUnmet(nodes);
        for (UnmetDelayNeedReason obstacle : UnmetDelayNeedReason.values()) {
            for (int i = 0; i < counts.length; i++) {
                int count = counts[i][obstacle.ordinal()];
                if (count > 0) {
                    reasons.add(needs.get(i).rejection(obstacle), count);
                }
            }
        }
    }

    private int[][] countFirstUnmet(NodeNumbers nodes) {
        int[][] counts = new int[needs.size()][UnmetDelayNeedReason.values().length];
        for (int i = 0; i < nodes.size(); i++) {
            countFirstUnmet(nodes.at(i), counts);
        }
        return counts;
    }

    private void countFirstUnmet(int node, int[][] counts) {
        for (int i = 0; i < counts.length; i++) {
            UnmetDelayNeedReason obstacle = needs.get(i).obstacle(node);
            if (obstacle != null) {
                counts[i][obstacle.ordinal()]++;
                return;
            }
        }
    }
}
