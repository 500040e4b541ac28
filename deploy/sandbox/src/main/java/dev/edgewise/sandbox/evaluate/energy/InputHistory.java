package dev.edgewise.sandbox.evaluate.energy;

import java.util.ArrayList;
import java.util.List;

/** Energy that came into each battery so far. */
final class InputHistory {
    private static final int RECENT_SECONDS = 300;

    private final List<double[]> steps = new ArrayList<>();
    private final double[] sum;
    private final int recentSteps;

    InputHistory(int nodes, int stepSeconds) {
        sum = new double[nodes];
        recentSteps = RECENT_SECONDS / stepSeconds;
    }

    void add(double[] inputMw) {
        steps.add(inputMw);
        for (int node = 0; node < sum.length; node++) {
            sum[node] += inputMw[node];
        }
    }

    /** Mean over the whole time, in mW; 0 at the beginning. */
    double meanMw(int node) {
        return steps.isEmpty() ? 0 : sum[node] / steps.size();
    }

    /** Mean over the last five minutes, in mW; 0 at the beginning. */
    double recentMw(int node) {
        return steps.subList(Math.max(0, steps.size() - recentSteps), steps.size()).stream()
                .mapToDouble(step -> step[node])
                .average()
                .orElse(0);
    }
}
