package dev.edgewise.common.security;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers by their question's hash, of which the least recently used are forgotten. Guarded by whoever owns it. */
final class RecentAnswers<A> {
    /**
     * An answer. Times are of a clock for intervals.
     *
     * @param until it holds without asking again
     * @param end it may hold on where nobody can be asked
     */
    record Known<A>(A answer, long until, long end) {
        boolean holds(long now) {
            return until - now > 0;
        }

        boolean endsBy(long now) {
            return end - now <= 0;
        }

        Known<A> until(long later) {
            return new Known<>(answer, later - end > 0 ? end : later, end);
        }
    }

    private final Map<String, Known<A>> known;

    RecentAnswers(int most) {
        this.known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Known<A>> eldest) {
                return size() > most;
            }
        };
    }

    @Nullable
    Known<A> get(String hash) {
        return known.get(hash);
    }

    void put(String hash, Known<A> answer) {
        known.put(hash, answer);
    }

    void remove(String hash) {
        known.remove(hash);
    }
}
