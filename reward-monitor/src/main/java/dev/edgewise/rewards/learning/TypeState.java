package dev.edgewise.rewards.learning;

import dev.edgewise.common.PodType;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.estimates.Sums;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is known of a type. */
final class TypeState {
    final String name;
    final String namespace;
    final TreeMap<String, Cell> cells = new TreeMap<>();
    final JobTimes jobTimes = new JobTimes();
    /** When nodes were closed to it lately, in ms since the epoch. */
    private final Deque<Long> closings = new ArrayDeque<>(0);

    int closed;
    private Sums sums = Sums.NONE;

    @Nullable
    Reward published;

    TypeState(String name) {
        this.name = name;
        this.namespace = PodType.namespace(name).intern();
    }

    /** What all nodes say, one outcome each at most. */
    Sums sums() {
        return sums;
    }

    /** Replaces what one node says. */
    void replace(Sums before, Sums after) {
        sums = sums.minus(before).plus(after);
    }

    /** The mean on other nodes; 0.5 where nothing is known. */
    double elsewhere(Cell cell) {
        return sums.minus(cell.share).towards(Priors.NEUTRAL);
    }

    void countClosing(long now) {
        closed++;
        closings.addLast(now);
    }

    /** A node was closed before the process began. */
    void closedBefore(Standing standing) {
        closed++;
        if (standing.strikes() == 1) {
            closings.addLast(standing.sinceMillis());
        }
    }

    /** How many nodes were closed to it since a moment. */
    int closingsSince(long moment) {
        closings.removeIf(closing -> closing < moment);
        return closings.size();
    }
}
