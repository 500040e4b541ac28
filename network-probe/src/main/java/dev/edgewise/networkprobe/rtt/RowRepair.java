package dev.edgewise.networkprobe.rtt;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names each row once in a while, some at a time, so that what the store lost is written again. Used by one thread. */
final class RowRepair {
    private final long steps;
    private final TreeSet<String> waiting = new TreeSet<>();
    private double credit;
    private double perStep;

    /** @param steps in how many steps each row is named once; 0 for never */
    RowRepair(long steps) {
        this.steps = steps;
    }

    Collection<String> next(RttBook book) {
        if (steps == 0) {
            return List.of();
        }
        if (waiting.isEmpty()) {
            waiting.addAll(book.senders());
            perStep = waiting.size() / (double) steps;
        }
        credit = Math.min(credit + perStep, waiting.size());
        Set<String> rows = new TreeSet<>();
        for (Iterator<String> each = waiting.iterator(); credit >= 1 && each.hasNext(); credit--) {
            rows.add(each.next());
            each.remove();
        }
        return rows;
    }
}
