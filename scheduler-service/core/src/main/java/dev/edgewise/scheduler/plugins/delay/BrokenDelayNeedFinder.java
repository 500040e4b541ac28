package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The measurements of the paths from the origins of one need to one node. Serves one question. */
final class BrokenDelayNeedFinder {
    /** A smaller bound makes no need more urgent. */
    private static final long LEAST_BOUND_MICROS = 1_000;

    private final DelayNeed need;
    private final RttIndex times;
    private final long now;
    private UnmetDelayNeedReason least = UnmetDelayNeedReason.UNKNOWN;
    private boolean measured;
    private long nearest = Long.MAX_VALUE;
    private long until = Long.MAX_VALUE;

    BrokenDelayNeedFinder(DelayNeed need, Snapshot snapshot) {
        this.need = need;
        this.times = snapshot.get(RttIndex.FACT);
        this.now = snapshot.takenAt().toEpochMilli();
    }

    /** The need, if some way was measured to break it, and no other may be within it; null otherwise. */
    @Nullable
    BrokenDelayNeed broken(Set<String> origins, @Nullable String node) {
        if (node == null || origins.contains(node)) {
            return null;
        }
        for (String origin : origins) {
            RttRow row = times.from(origin);
            if (row == null) {
                return null;
            }
            // Rows have measured nodes, and of all others the nearest by estimates: one without a time is none of
            // these.
            Rtt rtt = row.to(node);
            if (rtt == null ? !row.hasAllNear() : !breaks(rtt, row)) {
                return null;
            }
        }
        return measured ? new BrokenDelayNeed(share(), least.words(need), until) : null;
    }

    private boolean breaks(Rtt rtt, RttRow row) {
        long stale = staleAfter(rtt, row);
        if (now > stale || isWithin(rtt)) {
            return false;
        }
        UnmetDelayNeedReason obstacle = UnmetDelayNeedReason.of(rtt, need);
        if (obstacle != UnmetDelayNeedReason.TOO_FAR
                && obstacle != UnmetDelayNeedReason.LOSSY
                && obstacle != UnmetDelayNeedReason.SILENT) {
            return false;
        }
        least = obstacle.compareTo(least) < 0 ? obstacle : least;
        until = Math.min(until, stale);
        if (rtt.estimate() == null) {
            measured = true;
            nearest = obstacle == UnmetDelayNeedReason.TOO_FAR ? Math.min(nearest, micros(rtt)) : nearest;
        }
        return true;
    }

    private boolean isWithin(Rtt rtt) {
        return rtt.flaw(need.quality()) == null && micros(rtt) <= need.micros();
    }

    private long micros(Rtt rtt) {
        return rtt.micros(need.quality().percentile());
    }

    private long staleAfter(Rtt rtt, RttRow row) {
        if (rtt.loss() >= 1) {
            // The path's own values are of the last answer, and were valid until the path was found silent.
            return row.answeredUntil(rtt.validUntil());
        }
        return rtt.validUntil();
    }

    private @Nullable Double share() {
        return nearest == Long.MAX_VALUE ? null : (double) nearest / Math.max(need.micros(), LEAST_BOUND_MICROS);
    }
}
