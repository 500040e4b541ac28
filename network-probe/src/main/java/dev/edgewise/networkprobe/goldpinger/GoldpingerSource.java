package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.networkprobe.figures.SourceFigures;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.rtt.MeasuredSource;
import dev.edgewise.networkprobe.sources.Source;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** What Goldpinger measured. A document that fails, or a pod in it, leaves what is known as it is; it ages. */
final class GoldpingerSource extends MeasuredSource {
    private final NodeDirectory nodes;
    private final SourceFigures figures;

    GoldpingerSource(PairTable pairs, NodeDirectory nodes, SourceFigures figures) {
        super(Source.GOLDPINGER, pairs);
        this.figures = figures;
        this.nodes = nodes;
    }

    /** Takes what a document said. */
    void take(Refresh refresh, Instant now) {
        refresh.results().forEach((from, results) -> {
            pairs().record(from, results.values(), now);
            figures.measured(from, results.values());
        });
        // Who is not in the document any more is not dead: that would be a ping without an answer.
        pairs().expire(now, 1, (from, to) -> false, (from, to) -> true);
        if (nodes.isComplete()) {
            Set<String> gone = new HashSet<>(pairs().nodes());
            gone.removeAll(nodes.names());
            pairs().remove(gone);
        }
    }
}
