package dev.edgewise.scheduler.signals;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.RowListener;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Passes on each changed row of round-trip times; a row that the store no longer has, such as a deleted node's, as
 * empty.
 */
final class RttRowListener implements RowListener<RoundTripTime> {
    private final Consumer<UnaryOperator<RttIndex>> feed;

    public RttRowListener(Consumer<UnaryOperator<RttIndex>> feed) {
        this.feed = feed;
    }

    @Override
    public void changed(String from, Map<String, RoundTripTime> times) {
        Map<String, Rtt> row = indexed(times);
        feed.accept(index -> index.with(from, row));
    }

    private static Map<String, Rtt> indexed(Map<String, RoundTripTime> times) {
        Map<String, Rtt> indexed = new HashMap<>(times.size() * 2);
        times.forEach((to, time) -> indexed.put(to, indexed(time)));
        return indexed;
    }

    private static Rtt indexed(RoundTripTime time) {
        long observedAt = time.observed().at().toEpochMilli();
        long validUntil = time.observed().at().plus(time.observed().validFor()).toEpochMilli();
        EstimatedRange range = time.estimate();
        if (range != null) {
            Rtt.Estimate estimate = new Rtt.Estimate(time.p50Micros(), range.lowerMicros(), range.levelPercent());
            return Rtt.estimated(estimate, range.upperMicros(), observedAt, validUntil);
        }
        int samples = time.observed().isStated() ? Rtt.STATED : time.samples();
        return new Rtt(
                time.p50Micros(),
                time.p95Micros(),
                time.p99Micros(),
                (float) time.loss(),
                samples,
                observedAt,
                validUntil,
                null);
    }
}
