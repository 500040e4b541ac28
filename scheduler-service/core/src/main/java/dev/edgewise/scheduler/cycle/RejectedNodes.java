package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The nodes that were refused for pods, one bit for each node of a pod. Forgets a pod some time after a node was last
 * refused for it, and all pods once it has met too many names of nodes. Not thread-safe.
 */
final class RejectedNodes {
    private final int mostNodes;
    private final ExpiringPodMap<BitSet> byPod;
    /** The bit of each node that was refused for a pod, by name. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * Creates an empty set.
     *
     * @param mostNodes how many names are known at most: those of nodes that are gone are among them
     */
    RejectedNodes(Duration remembered, int mostPods, int mostNodes, Ticker ticker) {
        this.mostNodes = mostNodes;
        this.byPod = new ExpiringPodMap<>(remembered, mostPods, ticker);
    }

    void add(Pod pod, String node) {
        if (numbers.size() == mostNodes && !numbers.containsKey(node)) {
            numbers.clear();
            byPod.clear();
        }
        BitSet known = byPod.get(pod);
        BitSet refused = known == null ? new BitSet() : known;
        refused.set(number(node));
        byPod.put(pod, refused);
    }

    boolean contains(Pod pod, String node) {
        BitSet refused = byPod.get(pod);
        Integer number = refused == null ? null : numbers.get(node);
        return refused != null && number != null && refused.get(number);
    }

    /** Whether no node is known to be refused for the pod. */
    boolean isEmpty(Pod pod) {
        return byPod.get(pod) == null;
    }

    void remove(Pod pod) {
        byPod.remove(pod);
    }

    private int number(String node) {
        Integer known = numbers.putIfAbsent(node, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }
}
