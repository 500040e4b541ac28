package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.violations.ViolationTracker;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes in new round-trip times of all pairs and judges every placed pod by them. */
final class RttRefreshBenchmark {
    /** Odd; the first one is a warm-up besides. */
    private static final int ROUNDS = 5;

    private static final double GROWTH = 1.01;

    /** Time limit of a refresh that does all in one turn, where the service takes several. */
    private static final Duration ALL = Duration.ofHours(1);

    private final ClusterState state;
    private final Delays delays;
    private final ViolationTracker drift =
            new ViolationTracker(new BoundPodDelayCheck(DelayRules.DEFAULT), pod -> true, Ticker.system());

    RttRefreshBenchmark(SequentialPodPlacer placements, Delays delays) {
        this.state = placements.state();
        this.delays = delays;
    }

    /** Median of several rounds in ms: times grow by one percent and shrink again. */
    double medianMs() {
        double[] took = new double[ROUNDS + 1];
        for (int round = 0; round <= ROUNDS; round++) {
            Map<String, Map<String, Rtt>> rows = rows(round % 2 == 0 ? GROWTH : 1);
            long begun = System.nanoTime();
            refresh(rows);
            took[round] = (System.nanoTime() - begun) / 1e6;
        }
        double[] measured = Arrays.copyOfRange(took, 1, took.length);
        Arrays.sort(measured);
        return measured[ROUNDS / 2];
    }

    /** Number of pods with unmet needs once all times are multiplied by the factor. */
    int violatedAt(double factor) {
        refresh(rows(factor));
        return drift.violations().size();
    }

    private void refresh(Map<String, Map<String, Rtt>> rows) {
        rows.forEach((name, row) -> state.change(RttIndex.FACT, rtt -> rtt.with(name, row)));
        drift.refresh(state.snapshot(), ALL);
    }

    private Map<String, Map<String, Rtt>> rows(double factor) {
        Map<String, Map<String, Rtt>> rows = new LinkedHashMap<>();
        delays.names().forEach(name -> rows.put(name, delays.from(name, factor, SequentialPodPlacer.CLOCK.millis())));
        return rows;
    }
}
