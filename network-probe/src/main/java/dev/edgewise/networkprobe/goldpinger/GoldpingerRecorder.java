package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.networkprobe.figures.SourceMetrics;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Records what Goldpinger measured. A document that fails, or a pod in it, leaves what is known as it is; it ages. */
final class GoldpingerRecorder {
    private final PairTable pairs;
    private final NodeDirectory nodes;
    private final SourceMetrics figures;

    GoldpingerRecorder(PairTable pairs, NodeDirectory nodes, SourceMetrics figures) {
        this.pairs = pairs;
        this.nodes = nodes;
        this.figures = figures;
    }

    void record(GoldpingerResults refresh, Instant now) {
        refresh.results().forEach((from, results) -> {
            pairs.record(from, results.values(), now);
            figures.measured(from, results.values());
        });
        // Who is not in the document any more is not dead: that would be a ping without an answer.
        pairs.expire(now, 1, (from, to) -> false, (from, to) -> true);
        if (nodes.isComplete()) {
            Set<String> gone = new HashSet<>(pairs.nodes());
            gone.removeAll(nodes.names());
            pairs.remove(gone);
        }
    }
}
