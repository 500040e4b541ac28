package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.figures.SourceFigures;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.rtt.RttSource;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Goldpinger measured. A document that fails, or a pod in it, leaves what is known as it is; it ages. */
final class GoldpingerSource implements RttSource {
    static final String NAME = "goldpinger";

    private final PairTable pairs;
    private final NodeDirectory nodes;
    private final SourceFigures figures;

    GoldpingerSource(PairTable pairs, NodeDirectory nodes, SourceFigures figures) {
        this.figures = figures;
        this.pairs = pairs;
        this.nodes = nodes;
    }

    /** Takes what a document said. */
    void take(Refresh refresh, Instant now) {
        refresh.results().forEach((from, results) -> {
            pairs.record(from, results.values(), now);
            figures.measured(from, results.values());
        });
        // Who is not in the document any more is not dead: that would be a ping without an answer.
        pairs.expire(now, (from, to) -> false, (from, to) -> true);
        if (nodes.isComplete()) {
            Set<String> gone = new HashSet<>(pairs.nodes());
            gone.removeAll(nodes.names());
            pairs.remove(gone);
        }
    }

    @Override
    public Map<String, Set<String>> poll(Instant now) {
        return pairs.drainChanged();
    }

    @Override
    public void adopt(Map<String, Map<String, RoundTripTime>> published, Instant now) {
        published.forEach((from, row) -> {
            Map<String, RoundTripTime> own = new HashMap<>(row);
            own.values().removeIf(value -> !value.observed().source().equals(NAME));
            pairs.adopt(from, own, now);
        });
    }

    @Override
    public Set<String> senders() {
        return pairs.senders();
    }

    @Override
    public int size() {
        return pairs.size();
    }

    @Override
    public Map<String, RoundTripTime> row(String from) {
        return pairs.row(from);
    }

    @Override
    public @Nullable RoundTripTime find(String from, String to) {
        return pairs.find(from, to);
    }
}
