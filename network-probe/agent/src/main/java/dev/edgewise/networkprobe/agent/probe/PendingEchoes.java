package dev.edgewise.networkprobe.agent.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The echoes without an answer yet, by the time they were sent; a handful, so a walk finds one. */
final class PendingEchoes {
    private final List<PendingEcho> echoes = new ArrayList<>();

    void add(PendingEcho echo) {
        echoes.add(echo);
    }

    boolean isEmpty() {
        return echoes.isEmpty();
    }

    /** Whether this very echo is still without an answer. */
    boolean has(PendingEcho echo) {
        return echoes.contains(echo);
    }

    /** The first that matches; null if there is none. */
    @Nullable
    PendingEcho find(Predicate<PendingEcho> match) {
        for (PendingEcho echo : echoes) {
            if (match.test(echo)) {
                return echo;
            }
        }
        return null;
    }

    /** Takes one out; false if it is no longer there. */
    boolean remove(PendingEcho echo) {
        return echoes.remove(echo);
    }

    List<PendingEcho> overdue(long nowNanos) {
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
