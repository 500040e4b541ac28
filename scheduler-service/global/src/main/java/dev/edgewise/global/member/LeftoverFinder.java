package dev.edgewise.global.member;

import java.time.Duration;
import java.util.List;

/** Finds objects of requests in clusters in which they should not be. */
public interface LeftoverFinder {
    /**
     * The answer of all clusters.
     *
     * @param leftovers by cluster, namespace and name
     * @param unanswered clusters that did not answer in time: what they have is not known
     */
    record Leftovers(List<Leftover> leftovers, List<String> unanswered) {
        public Leftovers {
            leftovers = List.copyOf(leftovers);
            unanswered = List.copyOf(unanswered);
        }
    }

    /** Asks all clusters at the same time. */
    Leftovers find(Duration within);
}
