package dev.edgewise.common.signal.publish;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Names each row once in a while, some at a time, so that what the store lost is written again: in five minutes, or one
 * a second where that is quicker. So an unreachable store is noticed within a second, too. Used by one thread.
 */
public final class PeriodicResync {
    private static final Duration CYCLE = Duration.ofMinutes(5);
    private static final double SLOWEST_PER_SECOND = 1;

    private final double seconds;
    private final TreeSet<String> waiting = new TreeSet<>();
    private double credit;
    private double perStep;

    /** @param step how often {@link #next} is called */
    public PeriodicResync(Duration step) {
        this.seconds = step.toNanos() / 1e9;
    }

    /** @param all names all rows there are */
    public Collection<String> next(Supplier<? extends Collection<String>> all) {
        if (waiting.isEmpty()) {
            waiting.addAll(all.get());
            perStep = Math.max(SLOWEST_PER_SECOND, waiting.size() / (double) CYCLE.toSeconds()) * seconds;
        }
        credit = Math.min(credit + perStep, waiting.size());
        if (credit < 1) {
            return List.of();
        }
        Set<String> rows = new TreeSet<>();
        for (Iterator<String> each = waiting.iterator(); credit >= 1 && each.hasNext(); credit--) {
            rows.add(each.next());
            each.remove();
        }
        return rows;
    }
}
