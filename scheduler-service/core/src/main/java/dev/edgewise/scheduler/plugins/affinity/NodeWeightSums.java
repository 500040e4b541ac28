package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** The sums of the weights of each node's pods, for each of some topology keys. */
final class NodeWeightSums {
    private final List<String> topologyKeys;
    private final Snapshot snapshot;
    private final long[][] sums;
    /** The nodes with pods that weigh anything, even if they outweigh each other. */
    private final BitSet[] touched;

    /**
     * The weight of a pod.
     *
     * @param byKey for each topology key
     * @param keys for which of them it weighs anything, be it 0 in all
     */
    record Weight(long[] byKey, BitSet keys) {}

    NodeWeightSums(List<String> topologyKeys, Snapshot snapshot) {
        this.topologyKeys = topologyKeys;
        this.snapshot = snapshot;
        this.sums = new long[topologyKeys.size()][];
        this.touched = new BitSet[topologyKeys.size()];
    }

    /**
     * Adds alike pods.
     *
     * @param byNode how many are on each node
     * @param weight of one
     */
    void add(Map<String, Integer> byNode, Weight weight) {
        int[] positions = new int[byNode.size()];
        int[] counts = new int[positions.length];
        int size = 0;
        for (Map.Entry<String, Integer> entry : byNode.entrySet()) {
            int position = snapshot.positionOf(entry.getKey());
            if (position >= 0) {
                positions[size] = position;
                counts[size++] = entry.getValue();
            }
        }
        BitSet keys = weight.keys();
        for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
            add(key, positions, counts, size, weight.byKey()[key]);
        }
    }

    private void add(int key, int[] positions, int[] counts, int size, long weight) {
        if (sums[key] == null) {
            sums[key] = new long[snapshot.nodes().size()];
            touched[key] = new BitSet();
        }
        for (int i = 0; i < size; i++) {
            sums[key][positions[i]] += weight * counts[i];
            touched[key].set(positions[i]);
        }
    }

    void forEach(AffinityTermCounter.Sink sink) {
        List<NodeState> nodes = snapshot.nodes();
        for (int i = 0; i < sums.length; i++) {
            if (touched[i] != null) {
                long[] ofKey = sums[i];
                String topologyKey = topologyKeys.get(i);
                touched[i].stream()
                        .forEach(position -> sink.add(nodes.get(position).node(), topologyKey, ofKey[position]));
            }
        }
    }
}
