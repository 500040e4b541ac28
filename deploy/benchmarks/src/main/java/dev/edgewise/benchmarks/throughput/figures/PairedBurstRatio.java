package dev.edgewise.benchmarks.throughput.figures;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Two contestants, round against round: what slows the machine down in one round slows both. */
public final class PairedBurstRatio {
    private PairedBurstRatio() {}

    /** Figure of the one divided by that of the other. */
    public static MinMedianMax ratio(List<Burst> one, List<Burst> other, ToDoubleFunction<Burst> figure) {
        return MinMedianMax.of(IntStream.range(0, Math.min(one.size(), other.size()))
                .mapToDouble(i -> figure.applyAsDouble(one.get(i)) / figure.applyAsDouble(other.get(i)))
                .toArray());
    }
}
