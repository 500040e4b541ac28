package dev.edgewise.scheduler.signals.rtt;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the latest answers for origins, such as the nodes of a workload. An answer holds for every index in which
 * their rows are the same. Thread-safe.
 */
final class NearestDistancesCache {
    /**
     * Integers in all answers together, 10 MB: in a cluster of 5,000 nodes those of 250 single nodes, of 150 workloads,
     * or of 60 where times are estimated.
     */
    private static final int MOST_INTEGERS = 2_600_000;

    /** Overhead of an answer, as integers: many answers of few nodes must not fill the memory either. */
    private static final int OVERHEAD = 100;

    private static final int EACH_ORIGIN = 3;

    /** Answers in order of access, the least recently used one first. */
    private final Map<Key, Answer> answers = new LinkedHashMap<>(16, 0.75f, true);

    private int integers;

    private record Key(Object origins, RttQualityRequirements quality) {
        static Key of(Map<String, ?> origins, RttQualityRequirements quality) {
            Object known = origins.size() == 1 ? origins.keySet().iterator().next() : new Several(origins);
            return new Key(known, quality.ofAnyAge());
        }
    }

    /** Origins are the same object as long as the workload's pods stay where they are. */
    private record Several(Map<String, ?> origins) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Several several && several.origins == origins;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(origins);
        }
    }

    /** Identifies index and rows by their marks: an answer outlives them, and would keep all their values. */
    private record Answer(Object index, @Nullable Object[] rows, NearestDistances nearest) {
        int integers() {
            return OVERHEAD + EACH_ORIGIN * rows.length + nearest.size();
        }

        boolean holdsFor(List<String> origins, RttIndex asked) {
            for (int i = 0; i < rows.length; i++) {
                if (markOf(asked.from(origins.get(i))) != rows[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param origins by name; their values do not matter */
    NearestDistances get(Map<String, ?> origins, RttQualityRequirements quality, RttIndex index) {
        Key key = Key.of(origins, quality);
        Answer known;
        synchronized (answers) {
            known = answers.get(key);
        }
        boolean usable = known != null && known.nearest.holdsFor(quality, index.ids());
        if (known != null && usable && known.index == index.mark()) {
            return known.nearest;
        }
        List<String> names = List.copyOf(origins.keySet());
        Answer answer = known != null && usable && known.holdsFor(names, index)
                ? new Answer(index.mark(), known.rows, known.nearest)
                : answer(names, quality, index);
        put(key, answer);
        return answer.nearest;
    }

    private void put(Key key, Answer answer) {
        synchronized (answers) {
            Answer replaced = answers.put(key, answer);
            integers += answer.integers() - (replaced == null ? 0 : replaced.integers());
            Iterator<Answer> eldest = answers.values().iterator();
            while (integers > MOST_INTEGERS && answers.size() > 1) {
                integers -= eldest.next().integers();
                eldest.remove();
            }
        }
    }

    private static Answer answer(List<String> names, RttQualityRequirements quality, RttIndex index) {
        @Nullable RttRow[] rows = new @Nullable RttRow[names.size()];
        @Nullable Object[] marks = new @Nullable Object[rows.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = index.from(names.get(i));
            marks[i] = markOf(rows[i]);
        }
        return new Answer(index.mark(), marks, NearestDistancesBuilder.build(index.ids(), names, rows, quality));
    }

    private static @Nullable Object markOf(@Nullable RttRow row) {
        return row == null ? null : row.mark();
    }
}
