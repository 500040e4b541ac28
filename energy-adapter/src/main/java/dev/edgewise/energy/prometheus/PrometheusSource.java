package dev.edgewise.energy.prometheus;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.prometheus.PrometheusClient;
import dev.edgewise.common.prometheus.QueryProblems;
import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.EnergySourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Readings of a Prometheus server; the last ones age while it does not answer. */
final class PrometheusSource implements EnergySource {
    private static final Logger LOG = LoggerFactory.getLogger(PrometheusSource.class);

    private final Map<String, Measurement> last = new ConcurrentHashMap<>();
    /** The query that had each node last. */
    private final Map<String, String> queryOf = new ConcurrentHashMap<>();

    /** Kept while another replica leads. */
    private final ClusterFilter clusters;

    private final PrometheusProperties properties;
    private final PrometheusClient client;
    private final NodeDirectory nodes;
    private final WriteGate gate;
    private final Clock clock;
    private final Counter good;
    private final Counter bad;
    private final Counter refused;
    private volatile List<String> problems = List.of();
    private final QueryProblems trouble = new QueryProblems(LOG, "Prometheus: what is known stays, and ages");

    PrometheusSource(
            PrometheusProperties properties,
            PrometheusClient client,
            NodeDirectory nodes,
            WriteGate gate,
            Clock clock,
            MeterRegistry meters) {
        this.properties = properties;
        this.clusters = new ClusterFilter(properties.cluster());
        this.client = client;
        this.nodes = nodes;
        this.gate = gate;
        this.clock = clock;
        this.good = polls(meters, "good");
        this.bad = polls(meters, "bad");
        this.refused = Counter.builder("edgewise.energy.prometheus.refused")
                .description("Results of queries that were not used: of no node, of one with several, or no percentage")
                .register(meters);
    }

    @Override
    public EnergySourceKind source() {
        return EnergySourceKind.PROMETHEUS;
    }

    @Override
    public Duration validFor() {
        return properties.validFor();
    }

    /** Asks the server, if this replica leads; to be repeated. */
    void poll() {
        if (!gate.isOpen()) {
            return;
        }
        queryOf.keySet().removeIf(node -> !nodes.contains(node));
        last.keySet().removeIf(node -> !nodes.contains(node));
        NodeResolver resolver = new NodeResolver(properties.nodeLabels(), nodes.all());
        PollResults poll = new PollResults(resolver, clusters, queryOf, properties.validFor());
        try {
            for (String query : properties.queries()) {
                ask(query, poll);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return;
        }
        last.putAll(poll.measured());
        (poll.isGood() ? good : bad).increment();
        refused.increment(poll.refused());
        problems = poll.problems();
        trouble.report(poll.problem());
    }

    /** A query that fails does not stop the others. */
    private void ask(String query, PollResults poll) throws InterruptedException {
        try {
            List<Sample> samples = client.query(query);
            poll.take(query, samples, clock.instant());
        } catch (IOException | RuntimeException e) {
            poll.failed(query, properties.url() + " gives no results: " + e.getMessage());
        }
    }

    @Override
    public Map<String, Measurement> read(Collection<EnergyNode> served, Instant moment) {
        Map<String, Measurement> read = new HashMap<>();
        for (EnergyNode node : served) {
            Measurement known = last.get(node.name());
            if (known != null) {
                read.put(node.name(), known);
            }
        }
        return read;
    }

    @Override
    public void forget() {
        last.clear();
        queryOf.clear();
        problems = List.of();
        trouble.forget();
    }

    @Override
    public Optional<String> problem() {
        return Optional.of(trouble.now()).filter(text -> !text.isEmpty());
    }

    @Override
    public List<String> problems() {
        return problems;
    }

    private static Counter polls(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.energy.prometheus.polls")
                .description("Polls of the Prometheus server")
                .tag("result", result)
                .register(meters);
    }
}
