package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.rtt.RttSource;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What was estimated from what agents measured. */
final class EstimatesSource implements RttSource {
    private final EstimateTable estimates;
    private final UnaryOperator<Instant> wall;
    private final Runnable adopted;

    /**
     * @param wall what people call a moment
     * @param adopted runs after estimates of another writer were taken over: some may be of nodes that left
     */
    EstimatesSource(EstimateTable estimates, UnaryOperator<Instant> wall, Runnable adopted) {
        this.wall = wall;
        this.adopted = adopted;
        this.estimates = estimates;
    }

    @Override
    public Map<String, Set<String>> poll(Instant now) {
        return estimates.drainChanged();
    }

    @Override
    public void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        Instant wallNow = wall.apply(now);
        Map<String, RoundTripTime> own = new HashMap<>(published);
        own.values()
                .removeIf(value -> value.estimate() == null || value.observed().staleAt(wallNow));
        if (!own.isEmpty()) {
            estimates.adopt(from, own);
            adopted.run();
        }
    }

    @Override
    public void reset() {
        estimates.remove(estimates.nodes());
        estimates.drainChanged();
    }

    @Override
    public Set<String> senders() {
        return estimates.senders();
    }

    @Override
    public int size() {
        return estimates.size();
    }

    @Override
    public Map<String, RoundTripTime> row(String from) {
        return estimates.row(from);
    }

    @Override
    public @Nullable RoundTripTime find(String from, String to) {
        return estimates.find(from, to);
    }
}
