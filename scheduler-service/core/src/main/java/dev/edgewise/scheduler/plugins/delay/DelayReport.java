package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.common.DidYouMean;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.WorkloadNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reports how near a pod is to its references, or nearly was: for people, so it costs a pass over all nodes. */
public final class DelayReport {
    /** Maximum number of paths that one answer names. */
    private static final int MOST_WAYS = 4;
    /** Nodes that are near, but rejected for another reason as well: so many are asked about at most. */
    private static final int MOST_ASKED = 256;

    private static final int MOST_EDITS = 2;
    /**
     * Maximum number of unmatched references that are compared with all names: a pod may have 32, and a cluster 25,000
     * nodes.
     */
    private static final int MOST_COMPARED = 2;

    private static final int POSITION_BITS = 32;
    private static final double PARTS = 1_000_000;

    private final Pod pod;
    private final Snapshot snapshot;
    private final List<DelayNeedCheck> needs;

    /**
     * A node that only its distance excludes.
     *
     * @param way to it from the reference of the need that it misses by most, such as {@code 40.5 ms from edge-1 (≤ 40
     *     ms)}
     */
    public record NearMiss(String node, String way) {}

    private DelayReport(Pod pod, Snapshot snapshot, List<DelayNeedCheck> needs) {
        this.pod = pod;
        this.snapshot = snapshot;
        this.needs = needs;
    }

    /**
     * Returns the report, empty for a pod without delay needs, or with one that cannot be read, or if the profile does
     * not judge them.
     */
    public static DelayReport of(Pod pod, Profile profile, Snapshot snapshot) {
        List<DelayNeedCheck> needs = new ArrayList<>();
        for (Filter filter : profile.filters()) {
            if (filter instanceof DelayPlugin delay) {
                needs.addAll(delay.checks(pod, snapshot));
            }
        }
        return new DelayReport(pod, snapshot, needs);
    }

    /**
     * Returns how far the node is from what the needs name, such as {@code 1.1 ms from edge-1 (≤ 2.5 ms)}: the tightest
     * first.
     */
    public List<String> ways(NodeState node) {
        return needs.stream()
                .filter(need -> need.isKnown(node))
                .sorted((a, b) -> Double.compare(b.shareUsed(node), a.shareUsed(node)))
                .limit(MOST_WAYS)
                .map(need -> need.way(node))
                .toList();
    }

    /**
     * The nodes that miss the needs by least.
     *
     * @param otherwiseFits whether nothing but its distance excludes the node
     */
    public List<NearMiss> nearMisses(int most, Predicate<NodeState> otherwiseFits) {
        if (needs.isEmpty() || needs.stream().anyMatch(need -> need.problem() != null)) {
            return List.of();
        }
        List<NearMiss> nearest = new ArrayList<>(most);
        long[] byShare = byShare();
        for (int i = 0; i < Math.min(byShare.length, MOST_ASKED) && nearest.size() < most; i++) {
            NodeState node = snapshot.nodeAt((int) byShare[i]);
            if (otherwiseFits.test(node)) {
                nearest.add(new NearMiss(node.name(), worst(node).way(node)));
            }
        }
        return nearest;
    }

    /**
     * Suggests the node or workload that one of the first {@value #MOST_COMPARED} unmatched references was probably
     * meant to name; null if none is near.
     */
    public @Nullable String suggestion() {
        int compared = 0;
        for (DelayNeedCheck need : needs) {
            if (need.problem() != null && compared < MOST_COMPARED) {
                compared++;
                String name = nearestName(need.reference());
                if (name != null) {
                    return DidYouMean.sentence(List.of(name));
                }
            }
        }
        return null;
    }

    private @Nullable String nearestName(String typed) {
        Iterable<String> names = Stream.concat(
                        snapshot.get(WorkloadNodes.FACT).names(pod.namespace()),
                        snapshot.nodes().stream().map(NodeState::name))
                .filter(name -> !name.equals(typed))::iterator;
        return DidYouMean.nearest(typed, names, MOST_EDITS);
    }

    /**
     * The positions of the nodes that miss a need by a known distance, nearest first: the share of the bound in the
     * upper half, the position in the lower.
     */
    private long[] byShare() {
        long[] found = new long[snapshot.nodes().size()];
        int size = 0;
        for (int i = 0; i < found.length; i++) {
            NodeState node = snapshot.nodeAt(i);
            if (isKnownMiss(node)) {
                long share = (long) Math.min(worst(node).timesOver(node) * PARTS, Integer.MAX_VALUE);
                found[size++] = share << POSITION_BITS | i;
            }
        }
        long[] sorted = Arrays.copyOf(found, size);
        Arrays.sort(sorted);
        return sorted;
    }

    private boolean isKnownMiss(NodeState node) {
        boolean missed = false;
        for (DelayNeedCheck need : needs) {
            if (!need.isKnown(node)) {
                return false;
            }
            missed |= !need.isMet(node);
        }
        return missed;
    }

    private DelayNeedCheck worst(NodeState node) {
        DelayNeedCheck worst = needs.get(0);
        for (DelayNeedCheck need : needs) {
            worst = need.timesOver(node) > worst.timesOver(node) ? need : worst;
        }
        return worst;
    }
}
