package dev.edgewise.benchmarks.throughput.figures;

import java.util.ArrayList;
import java.util.List;

/**
 * The bursts of one contestant, in their order.
 *
 * @param cold from the start of its process
 * @param warm after its warm-up
 */
public record ColdAndWarmBursts(List<Burst> cold, List<Burst> warm) {
    /** An empty list of rounds. */
    public ColdAndWarmBursts() {
        this(new ArrayList<>(), new ArrayList<>());
    }
}
