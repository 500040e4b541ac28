package dev.edgewise.energy.refresh;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.CurrentReadings;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.EnergySourceKind;
import dev.edgewise.energy.sources.NodeEnergySourceResolver;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks each source for its nodes; one that fails does not stop the others. */
final class SourcePoller {
    private static final Logger LOG = LoggerFactory.getLogger(SourcePoller.class);

    private final List<EnergySource> sources;
    private final NodeEnergySourceResolver assignment;
    private final CurrentReadings board;
    private final Clock clock;
    private final Map<EnergySourceKind, String> failures = new ConcurrentHashMap<>();

    SourcePoller(List<EnergySource> sources, NodeEnergySourceResolver assignment, CurrentReadings board, Clock clock) {
        this.sources = List.copyOf(sources);
        this.assignment = assignment;
        this.board = board;
        this.clock = clock;
    }

    /** The nodes that each source serves. */
    Map<EnergySourceKind, List<EnergyNode>> served(Collection<EnergyNode> nodes) {
        return assignment.bySource(nodes);
    }

    /**
     * Brings the board to what the sources say of the nodes that they serve; returns the nodes whose readings changed.
     */
    Set<String> read(Map<EnergySourceKind, List<EnergyNode>> bySource, Instant moment) {
        Set<String> changed = new HashSet<>();
        for (EnergySource source : sources) {
            try {
                read(source, bySource.getOrDefault(source.source(), List.of()), moment, changed);
                failures.remove(source.source());
            } catch (RuntimeException e) {
                if (failures.put(source.source(), "failed: " + e) == null) {
                    LOG.error(
                            "A source failed, its last readings stay until it succeeds; source={}", source.source(), e);
                }
            }
        }
        return changed;
    }

    private void read(EnergySource source, List<EnergyNode> served, Instant moment, Set<String> changed) {
        Instant until = moment.plus(source.validFor());
        served.forEach(node -> board.expect(node, until));
        Map<String, Measurement> read = source.read(served, moment);
        Instant now = clock.instant();
        for (EnergyNode node : served) {
            Measurement measured = read.get(node.name());
            if (measured != null && board.take(node, source.source(), measured, moment, now)) {
                changed.add(node.name());
            }
        }
    }

    /** Returns rules that are probably mistyped, with the reason. */
    Map<String, String> idle(Collection<EnergyNode> nodes) {
        return assignment.idle(nodes);
    }

    /** Makes each source continue with the readings that were published of its nodes. */
    void resume(Map<EnergyNode, EnergyReading> published) {
        Map<EnergySourceKind, Map<String, EnergyReading>> bySource = new HashMap<>();
        published.forEach((node, reading) -> assignment
                .of(node)
                .filter(source -> source.published().equals(reading.observed().source()))
                .ifPresent(source -> bySource.computeIfAbsent(source, none -> new HashMap<>())
                        .put(node.name(), reading)));
        sources.forEach(source -> source.resume(bySource.getOrDefault(source.source(), Map.of())));
    }

    void forget() {
        failures.clear();
        sources.forEach(EnergySource::forget);
    }

    /** Returns current problems by source. */
    Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        for (EnergySource source : sources) {
            Optional.ofNullable(failures.get(source.source()))
                    .or(source::problem)
                    .ifPresent(problem -> problems.put(source.source().published(), problem));
        }
        return problems;
    }
}
