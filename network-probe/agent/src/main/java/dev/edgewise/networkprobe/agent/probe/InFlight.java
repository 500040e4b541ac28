package dev.edgewise.networkprobe.agent.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The echoes without an answer yet, by the time they were sent; a handful, so a walk finds one. */
final class InFlight {
    private final List<Echo> echoes = new ArrayList<>();

    void add(Echo echo) {
        echoes.add(echo);
    }

    boolean isEmpty() {
        return echoes.isEmpty();
    }

    /** Whether this very echo is still without an answer. */
    boolean has(Echo echo) {
        return echoes.contains(echo);
    }

    /** The first that matches; null if there is none. */
    @Nullable
    Echo find(Predicate<Echo> match) {
        for (Echo echo : echoes) {
            if (match.test(echo)) {
                return echo;
            }
        }
        return null;
    }

    /** Takes one out; false if it is no longer there. */
    boolean remove(Echo echo) {
        return echoes.remove(echo);
    }

    List<Echo> overdue(long nowNanos) {
        return untilDeadline(nowNanos, 1) > 0
                ? List.of()
                : echoes.stream()
                        .filter(echo -> echo.deadlineNanos() - nowNanos <= 0)
                        .toList();
    }

    /**
     * Time until the first deadline; the given time if that is shorter. Called at each wake-up: hence the plain loop.
     */
    long untilDeadline(long nowNanos, long atMost) {
        long least = atMost;
        for (int i = 0; i < echoes.size(); i++) {
            least = Math.min(least, echoes.get(i).deadlineNanos() - nowNanos);
        }
        return least;
    }

    /** Time since the last one was sent; there must be one. */
    long youngestAge(long nowNanos) {
        return nowNanos - echoes.get(echoes.size() - 1).sentNanos();
    }
}
