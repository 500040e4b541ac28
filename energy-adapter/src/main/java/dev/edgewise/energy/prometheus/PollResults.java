package dev.edgewise.energy.prometheus;

import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.energy.readings.Measurement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Results of the queries of one poll. A sample that belongs to no node, or is not the only one of its node, is reported
 * and not used. A node with such a sample, or whose query failed, gets no value from other queries: these measure
 * another battery. Two queries that disagree about a node are both not used.
 */
final class PollResults {
    /** Tolerance in percent points: two exporters of one battery are not scraped at the same moment. */
    static final double SAME = 5;

    private static final int SUMMED_UP = 3;
    private static final int MOST_PROBLEMS = 500;
    private static final int LONGEST_PROBLEM = 1_000;

    private final NodeResolver resolver;
    private final ClusterFilter clusters;
    private final Duration validFor;
    /** Sample of the first query with each node; kept also for those that are not used. */
    private final Map<String, FirstMeasurement> first = new HashMap<>();
    /** Nodes that no query is heard about. */
    private final Set<String> unheard = new HashSet<>();
    /** The query that had each node last, in this poll or before. */
    private final Map<String, String> queryOf;

    /** A query may have 50,000 results, of which each text repeats it. */
    private final List<String> problems = new ArrayList<>();

    private int reported;
    private int refused;
    private int failures;

    private record FirstMeasurement(String query, Measurement measurement) {}

    /**
     * @param clusters kept from poll to poll
     * @param queryOf the query that had each node last; kept from poll to poll
     */
    PollResults(NodeResolver resolver, ClusterFilter clusters, Map<String, String> queryOf, Duration validFor) {
        this.resolver = resolver;
        this.clusters = clusters;
        this.queryOf = queryOf;
        this.validFor = validFor;
    }

    /**
     * Reads the samples of a query.
     *
     * @param now after they came
     */
    void take(String query, List<Sample> samples, Instant now) {
        boolean mixed = see(query, samples);
        Map<String, Sample> byNode = new HashMap<>();
        Set<String> twice = new HashSet<>();
        for (Sample sample : samples) {
            if (clusters.isForeign(sample)) {
                continue;
            }
            String node = resolver.nodeOf(sample, mixed).orElse(null);
            if (node == null) {
                refuse(() -> query + ": the series " + labels(sample) + " names no node of the cluster, or several"
                        + (mixed ? "; series of several clusters came: set prometheus.cluster" : ""));
            } else if (byNode.putIfAbsent(node, sample) != null && twice.add(node)) {
                refuse(() -> query + ": node " + node + " has several values: aggregate them in the query");
            }
        }
        byNode.keySet().removeAll(twice);
        twice.stream().filter(node -> !first.containsKey(node)).forEach(unheard::add);
        byNode.forEach((node, sample) -> take(query, node, sample, now));
    }

    /**
     * Returns whether there are series of several clusters. If this answer is the first that says so, nodes of the
     * queries before it may have the values of other clusters: the next poll has them.
     */
    private boolean see(String query, List<Sample> samples) {
        boolean before = clusters.isMixed();
        clusters.see(samples);
        if (!before && clusters.isMixed()) {
            unheard.addAll(first.keySet());
        }
        if (clusters.isWithoutEffect(samples)) {
            report(() ->
                    query + ": none of its series has the label cluster, so that prometheus.cluster leaves out none"
                            + " of another cluster: let the query keep the label, as avg by (cluster, instance) does");
        }
        return clusters.isMixed();
    }

    private void take(String query, String node, Sample sample, Instant now) {
        try {
            Measurement measured = new Measurement(sample.value(), scraped(sample, now), validFor);
            FirstMeasurement before = first.putIfAbsent(node, new FirstMeasurement(query, measured));
            if (before != null && !unheard.contains(node) && !isSame(before.measurement(), measured)) {
                unheard.add(node);
                refuse(() -> "node " + node + ": " + before.query() + " says "
                        + before.measurement().percent() + " %, "
                        + query + " says " + measured.percent()
                        + " %: neither is used; let the queries name the jobs of your exporters");
            }
        } catch (InvalidInputException e) {
            refuse(() -> query + ": node " + node + ": " + e.getMessage());
            if (!first.containsKey(node)) {
                unheard.add(node);
            }
        }
    }

    private static boolean isSame(Measurement one, Measurement other) {
        return Math.abs(one.percent() - other.percent()) <= SAME;
    }

    /** Returns the measurements of all queries, by node. */
    Map<String, Measurement> measured() {
        Map<String, Measurement> measured = new HashMap<>();
        first.forEach((node, said) -> {
            if (!unheard.contains(node)) {
                measured.put(node, said.measurement());
                queryOf.put(node, said.query());
            }
        });
        return measured;
    }

    /** The time of a sample: Prometheus' clock may be ahead of ours, and no sample is of the future. */
    private static Instant scraped(Sample sample, Instant now) {
        return sample.at().isAfter(now) ? now : sample.at();
    }

    private void refuse(Supplier<String> problem) {
        report(problem);
        refused++;
    }

    private void report(Supplier<String> problem) {
        reported++;
        if (problems.size() < MOST_PROBLEMS) {
            String text = problem.get();
            problems.add(text.substring(0, Math.min(text.length(), LONGEST_PROBLEM)));
        }
    }

    private static String labels(Sample sample) {
        return sample.labels().isEmpty()
                ? "without a label of node-labels"
                : String.valueOf(new TreeMap<>(sample.labels()));
    }

    /** A query has no answer. */
    void failed(String query, String problem) {
        failures++;
        report(() -> query + ": " + problem);
        queryOf.forEach((node, last) -> {
            if (last.equals(query)) {
                unheard.add(node);
            }
        });
    }

    /** Whether all queries had answers. */
    boolean isGood() {
        return failures == 0;
    }

    /** Number of samples that were reported, and not used. */
    int refused() {
        return refused;
    }

    /** Returns the reported problems; the first ones if there are very many. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** The first of what was reported, and how much more there is; empty if nothing. */
    String problem() {
        List<String> some = problems.subList(0, Math.min(SUMMED_UP, problems.size()));
        int more = reported - some.size();
        return String.join("; ", some) + (more > 0 ? "; and " + more + " more, see GET /api/v1/problems" : "");
    }
}
