package dev.edgewise.energy.nodes;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;

/** CPU usage of each node, by the metrics API. Moments are those of a monotonic clock. Safe for many threads. */
public final class NodeCpuUsage {
    /** Validity of a figure: the metrics API has a new one each 15 s, or each minute. */
    private static final Duration VALID_FOR = Duration.ofMinutes(2);

    private record Usage(Map<String, Double> cores, Instant at) {}

    private volatile Usage last = new Usage(Map.of(), Instant.MIN);
    private volatile String problem = "";

    /** @param cores by node */
    public void put(Map<String, Double> cores, Instant now) {
        last = new Usage(Map.copyOf(cores), now);
        problem = "";
    }

    /**
     * The metrics API gives none: for a while what it gave last counts.
     *
     * @param reason empty if it is not asked
     */
    public void failed(String reason) {
        problem = reason;
    }

    /** CPU usage of a node, in cores; empty if it is not known now. */
    public OptionalDouble of(String node, Instant now) {
        Usage known = last;
        Double cores = known.cores().get(node);
        return cores == null || now.isAfter(known.at().plus(VALID_FOR))
                ? OptionalDouble.empty()
                : OptionalDouble.of(cores);
    }

    /** Reason why there are no new figures; empty if there are. */
    public String problem() {
        return problem;
    }
}
