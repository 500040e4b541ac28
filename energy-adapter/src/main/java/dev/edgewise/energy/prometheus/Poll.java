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
 * What the queries of one poll said. A sample that is of no node, or not the only one of its node, is reported and not used. Of a node with such a
 * sample, or whose query has no answer, no later query is heard: what that says is of another battery.
 */
final class Poll {
    private static final int REPORTED = 3;

    private final NodeResolver resolver;
    private final Duration validFor;
    /** Of which later queries are not heard. */
    private final Set<String> nodes = new HashSet<>();
    /** The query that had each node last, in this poll or before. */
    private final Map<String, String> queryOf;

    /** The first few: a query may have 50,000 results, of which each text repeats it. */
    private final List<String> problems = new ArrayList<>();

    private int refused;
    private int failures;

    /** @param queryOf the query that had each node last; kept from poll to poll */
    Poll(NodeResolver resolver, Map<String, String> queryOf, Duration validFor) {
        this.resolver = resolver;
        this.queryOf = queryOf;
        this.validFor = validFor;
    }

    /**
     * Reads the samples of a query, of nodes that no earlier query had.
     *
     * @param now after they came
     * @return by node
     */
    Map<String, Measurement> take(String query, List<Sample> samples, Instant now) {
        Map<String, Sample> byNode = new HashMap<>();
        Set<String> twice = new HashSet<>();
        for (Sample sample : samples) {
            String node = resolver.nodeOf(sample).orElse(null);
            if (node == null) {
                refuse(() -> query + ": the series " + labels(sample) + " names no node of the cluster, or several");
            } else if (byNode.putIfAbsent(node, sample) != null && twice.add(node)) {
                refuse(() -> query + ": node " + node + " has several values: aggregate them in the query");
            }
        }
        byNode.keySet().removeAll(nodes);
        nodes.addAll(byNode.keySet());
        byNode.keySet().removeAll(twice);
        Map<String, Measurement> measured = new HashMap<>();
        byNode.forEach((node, sample) -> {
            try {
                measured.put(node, new Measurement(sample.value(), sample.at(), validFor).notAfter(now));
            } catch (InvalidInputException e) {
                refuse(() -> query + ": node " + node + ": " + e.getMessage());
            }
        });
        measured.keySet().forEach(node -> queryOf.put(node, query));
        return measured;
    }

    private void refuse(Supplier<String> problem) {
        report(problem);
        refused++;
    }

    private void report(Supplier<String> problem) {
        if (problems.size() < REPORTED) {
            problems.add(problem.get());
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
                nodes.add(node);
            }
        });
    }

    /** Whether all queries had answers. */
    boolean isGood() {
        return failures == 0;
    }

    /** How many samples were reported, and not used. */
    int refused() {
        return refused;
    }

    /** The first of what was reported, and how much more there is; empty if nothing. */
    String problem() {
        int more = refused + failures - problems.size();
        return String.join("; ", problems) + (more > 0 ? "; and " + more + " more" : "");
    }
}
