package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.rtt.Quality;
import dev.edgewise.scheduler.rtt.RttRow;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The nodes around some origins, each once, nearest first: the origins' sorted rows merged as far as they are read. */
final class NearestFirst implements Iterator<NearestFirst.Near> {
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>();
    private final Set<String> seen = new HashSet<>();
    private @Nullable Near next;

    /**
     * A node and how far it is.
     *
     * @param micros from the nearest origin
     */
    record Near(String node, long micros) {}

    /** @param bound in microseconds; farther nodes are left out, and those whose times are not of that quality */
    NearestFirst(List<Reference.Origin> origins, long bound, Quality quality) {
        origins.forEach(origin -> cursors.add(new Cursor(origin, bound, quality)));
        next = find();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Near next() {
        Near current = next;
        if (current == null) {
            throw new NoSuchElementException();
        }
        next = find();
        return current;
    }

    private @Nullable Near find() {
        Near found = null;
        while (found == null && !cursors.isEmpty()) {
            Cursor nearest = cursors.remove();
            if (seen.add(nearest.node)) {
                found = new Near(nearest.node, nearest.micros);
            }
            if (nearest.advance()) {
                cursors.add(nearest);
            }
        }
        return found;
    }

    /** How far one origin's row has been read; begins at the origin itself. */
    private static final class Cursor implements Comparable<Cursor> {
        private final @Nullable RttRow row;
        private final List<String> names;
        private final Quality quality;
        private final boolean flawless;
        private int position = -1;
        private String node;
        private long micros;

        Cursor(Reference.Origin origin, long bound, Quality quality) {
            this.row = origin.row();
            this.quality = quality;
            this.flawless = row == null || row.isFlawless(quality);
            this.names = row == null ? List.of() : row.within(bound, quality.percentile());
            this.node = origin.node();
        }

        boolean advance() {
            position = row == null ? names.size() : next(row);
            if (row == null || position >= names.size()) {
                return false;
            }
            node = names.get(position);
            micros = row.micros(position, quality.percentile());
            return true;
        }

        private int next(RttRow of) {
            int next = position + 1;
            while (!flawless && next < names.size() && !of.counts(next, quality)) {
                next++;
            }
            return next;
        }

        @Override
        public int compareTo(Cursor other) {
            return Long.compare(micros, other.micros);
        }
    }
}
