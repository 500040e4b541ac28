package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.Neighbour;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Plans which pairs to measure, and estimates the others. Called by one thread. */
public interface RttMeasurementPlanner {
    void report(String from, String to, long micros, Instant at);

    /**
     * A pair was probed and does not answer.
     *
     * @return the nodes whose pairs may not be estimated any more because of it; empty if that was known
     */
    Set<String> silent(String from, String to, Instant at);

    /** Whether a pair may not be estimated, as it does not answer. */
    boolean isSilent(String from, String to);

    Map<String, List<String>> plan(Collection<String> nodes, Instant now);

    /** Whether enough is measured for useful estimates. */
    boolean isWarm();

    /** Returns up to {@code most} matching nodes that are nearest to {@code from}, ascending. */
    List<Neighbour> nearest(String from, int most, Predicate<String> wanted);

    void remove(String node);
}
