package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.planning.BatteryDetails;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The CPU that functions are expected to use: what they request, but, where the draw of their node is known, together
 * at most what that accounts for. So a pod that requests much and uses little makes no node seem to run out, from which
 * functions of others would be moved.
 */
final class ExpectedCpuUse {
    private static final long LEAST_MILLIS = 100;

    /** The share of their requests that the functions of a node use at most; 1 where none is named. */
    private final Map<String, Double> shares = new HashMap<>();

    private ExpectedCpuUse() {}

    /** @param outlooks what is known of a node's battery; null if nothing is */
    static ExpectedCpuUse of(Collection<CandidatePod> pods, Function<String, @Nullable BatteryDetails> outlooks) {
        Map<String, Double> requested = new HashMap<>();
        pods.stream()
                .filter(CandidatePod::function)
                .forEach(pod -> requested.merge(pod.node(), requestedCores(pod), Double::sum));
        ExpectedCpuUse use = new ExpectedCpuUse();
        requested.forEach((node, cores) -> {
            BatteryDetails outlook = outlooks.apply(node);
            Double busy = outlook == null ? null : outlook.busyCores();
            if (busy != null && busy < cores) {
                use.shares.put(node, busy / cores);
            }
        });
        return use;
    }

    /**
     * Returns the cores of a pod. One that requests nothing uses some processor all the same: planners must not take it
     * for free.
     */
    double cores(CandidatePod pod) {
        return Math.max(LEAST_MILLIS / 1000.0, requestedCores(pod) * shares.getOrDefault(pod.node(), 1.0));
    }

    private static double requestedCores(CandidatePod pod) {
        return Math.max(LEAST_MILLIS, pod.cpuMillis()) / 1000.0;
    }
}
