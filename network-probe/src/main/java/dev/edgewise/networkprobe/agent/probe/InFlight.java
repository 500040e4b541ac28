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

    /** Those whose deadline is over. */
    List<Echo> overdue(long nowNanos) {
        return echoes.stream()
                .filter(echo -> echo.deadlineNanos() - nowNanos <= 0)
                .toList();
    }

    /** Takes all. */
    List<Echo> takeAll() {
        List<Echo> all = List.copyOf(echoes);
        echoes.clear();
        return all;
    }

    /** How long until the first deadline; the given time if that is shorter. */
    long untilDeadline(long nowNanos, long atMost) {
        return echoes.stream()
                .mapToLong(echo -> echo.deadlineNanos() - nowNanos)
                .reduce(atMost, Math::min);
    }

    /** How long ago the last one was sent; there must be one. */
    long youngestAge(long nowNanos) {
        return nowNanos - echoes.get(echoes.size() - 1).sentNanos();
    }
}
