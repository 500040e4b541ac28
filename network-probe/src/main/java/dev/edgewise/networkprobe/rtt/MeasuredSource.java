package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.sources.Source;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A source whose values are in a table of measured pairs. */
public abstract class MeasuredSource implements RttSource {
    private final Source source;
    private final PairTable pairs;

    protected MeasuredSource(Source source, PairTable pairs) {
        this.source = source;
        this.pairs = pairs;
    }

    protected final PairTable pairs() {
        return pairs;
    }

    @Override
    public void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        Map<String, RoundTripTime> own = new HashMap<>(published);
        own.values().removeIf(value -> !value.observed().source().equals(source.published()));
        if (!own.isEmpty()) {
            pairs.adopt(from, own, now);
        }
    }

    @Override
    public final void reset() {
        pairs.remove(pairs.nodes());
        pairs.drainChanged();
    }

    @Override
    public Map<String, Set<String>> poll(Instant now) {
        return pairs.drainChanged();
    }

    @Override
    public final Set<String> senders() {
        return pairs.senders();
    }

    @Override
    public final int size() {
        return pairs.size();
    }

    @Override
    public final Map<String, RoundTripTime> row(String from) {
        return pairs.row(from);
    }

    @Override
    public final @Nullable RoundTripTime find(String from, String to) {
        return pairs.find(from, to);
    }
}
