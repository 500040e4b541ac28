package dev.edgewise.rewards.queries;

import dev.edgewise.common.prometheus.PrometheusClient;
import dev.edgewise.common.prometheus.QueryProblems;
import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PushedOutcome;
import dev.edgewise.rewards.monitor.ActiveLearnerProvider;
import dev.edgewise.rewards.outcomes.NameFingerprint;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries outcomes of pods from a Prometheus server while this replica leads. A sample counts once, however often it is
 * returned.
 */
final class PrometheusOutcomes {
    private static final Logger LOG = LoggerFactory.getLogger(PrometheusOutcomes.class);

    private final List<String> queries;
    private final PrometheusClient client;
    private final WatchedNodesAndPods table;
    private final ActiveLearnerProvider learning;
    private final InstantSource clock;
    /** The samples of each query's last answer that were counted: the learner counts each one that it gets. */
    private final Map<String, Set<Long>> counted = new HashMap<>();

    private final QueryProblems trouble = new QueryProblems(LOG, "Prometheus: some outcomes are not learned from");

    PrometheusOutcomes(
            List<String> queries,
            PrometheusClient client,
            WatchedNodesAndPods table,
            ActiveLearnerProvider learning,
            InstantSource clock) {
        this.queries = List.copyOf(queries);
        this.client = client;
        this.table = table;
        this.learning = learning;
        this.clock = clock;
    }

    /** Runs all queries; to be repeated by one thread. */
    void poll() {
        Optional<RewardLearner> learner = learning.learner();
        if (learner.isEmpty()) {
            trouble.forget();
            counted.clear();
            return;
        }
        String found = "";
        try {
            for (String query : queries) {
                String trouble = ask(query, learner.get());
                found = found.isEmpty() ? trouble : found;
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return;
        }
        trouble.report(found);
    }

    /** Runs one query; returns its problem, or an empty text. A query that fails does not stop the others. */
    private String ask(String query, RewardLearner learner) throws InterruptedException {
        try {
            String trouble = "";
            Set<Long> before = counted.getOrDefault(query, Set.of());
            Set<Long> now = new HashSet<>();
            for (Sample sample : client.query(query)) {
                String refused = push(query, sample, learner, before, now);
                trouble = trouble.isEmpty() ? refused : trouble;
            }
            counted.put(query, now);
            return trouble.isEmpty() ? "" : query + ": " + trouble;
        } catch (IOException | RuntimeException e) {
            return query + ": no results: " + e.getMessage();
        }
    }

    /** Counts a sample; returns its problem, or an empty text. An unknown or unbound pod is no problem. */
    private String push(String query, Sample sample, RewardLearner learner, Set<Long> before, Set<Long> now) {
        String namespace = sample.labels().getOrDefault(PrometheusProperties.NAMESPACE, "");
        String name = sample.labels().getOrDefault(PrometheusProperties.POD, "");
        if (namespace.isEmpty() || name.isEmpty()) {
            return "a series has no labels namespace and pod";
        }
        Optional<PodFacts> pod =
                table.find(namespace + "/" + name).filter(known -> !known.node().isEmpty());
        if (pod.isEmpty() || Double.isNaN(sample.value())) {
            return "";
        }
        try {
            long key = NameFingerprint.of(pod.get().uid() + '/' + sample.at().toEpochMilli());
            if (!before.contains(key) && !now.contains(key)) {
                learner.push(outcome(query, sample, pod.get()), clock.instant());
            }
            now.add(key);
            return "";
        } catch (InvalidInputException e) {
            return namespace + "/" + name + ": " + e.getMessage();
        }
    }

    private static PushedOutcome outcome(String query, Sample sample, PodFacts pod) {
        return new PushedOutcome(
                pod.uid(), "", pod.type(), pod.node(), sample.value(), OutcomeCause.QUERY, query, sample.at());
    }

    /** Returns the current problem; empty if none is known. */
    String problem() {
        return trouble.now();
    }
}
