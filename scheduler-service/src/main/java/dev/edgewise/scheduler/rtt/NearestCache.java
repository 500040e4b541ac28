package dev.edgewise.scheduler.rtt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was last worked out for origins that were asked about together, such as the nodes of a workload. An answer holds for
 * every index in which their rows are the same. Thread-safe.
 */
final class NearestCache {
    /** A workload each, of some 60 kB in a cluster of 5,000 nodes. */
    private static final int MOST = 64;

    private final Map<Key, Answer> answers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Answer> eldest) {
            return size() > MOST;
        }
    };

    /** Origins are the same object as long as the workload's pods stay where they are. */
    private record Key(Map<String, ?> origins, Quality quality) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.origins == origins && key.quality.equals(quality);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(origins) + quality.hashCode();
        }
    }

    private record Answer(RttIndex index, @Nullable RttRow[] rows, Nearest nearest) {
        boolean holdsFor(List<String> origins, RttIndex asked) {
            for (int i = 0; i < rows.length; i++) {
                if (asked.from(origins.get(i)) != rows[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param origins by name; their values do not matter */
    Nearest get(Map<String, ?> origins, Quality quality, RttIndex index) {
        Key key = new Key(origins, quality.ofAnyAge());
        Answer known;
        synchronized (answers) {
            known = answers.get(key);
        }
        boolean usable = known != null && known.nearest.holdsFor(quality, index.ids());
        if (known != null && usable && known.index == index) {
            return known.nearest;
        }
        List<String> names = List.copyOf(origins.keySet());
        Answer answer = known != null && usable && known.holdsFor(names, index)
                ? new Answer(index, known.rows, known.nearest)
                : answer(names, quality, index);
        synchronized (answers) {
            answers.put(key, answer);
        }
        return answer.nearest;
    }

    private static Answer answer(List<String> names, Quality quality, RttIndex index) {
        @Nullable RttRow[] rows = new @Nullable RttRow[names.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = index.from(names.get(i));
        }
        return new Answer(index, rows, NearestBuilder.build(index.ids(), names, rows, quality));
    }
}
