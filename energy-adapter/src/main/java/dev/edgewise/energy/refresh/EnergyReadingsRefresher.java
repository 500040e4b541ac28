package dev.edgewise.energy.refresh;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.SignalWriteMetrics;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.history.EnergyHistory;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.CurrentReadings;
import dev.edgewise.energy.sources.EnergySourceKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the sources and publishes what changed, while this replica leads; else reads what the leader published. */
final class EnergyReadingsRefresher implements EnergyView {
    private static final Logger LOG = LoggerFactory.getLogger(EnergyReadingsRefresher.class);
    /** Interval of writing all readings, which restores those that were deleted or lost in the store. */
    private static final Duration WHOLE_ROW = Duration.ofMinutes(1);

    private final NodeDirectory nodes;
    private final SourcePoller sources;
    private final CurrentReadings board;
    private final EnergyHistory history;
    private final WriteGate gate;
    private final SteadyTime time;
    private final Clock clock;
    private final EnergyMetrics meters;
    private final SignalStore<EnergyReading> store;
    private final SignalPublisher<EnergyReading> publisher;
    private final Takeover takeover = new Takeover();
    private volatile String unread = "";
    private boolean leads;
    private Instant nextWholeRow = Instant.MIN;
    private volatile NavigableMap<String, EnergyReading> known = new TreeMap<>();
    /** Names of the nodes that a source serves. */
    private volatile Set<String> served = Set.of();

    EnergyReadingsRefresher(
            NodeDirectory nodes,
            SourcePoller sources,
            CurrentReadings board,
            EnergyHistory history,
            SignalStores stores,
            WriteGate gate,
            SteadyTime time,
            Clock clock,
            MeterRegistry registry,
            EnergyMetrics meters) {
        this.nodes = nodes;
        this.sources = sources;
        this.board = board;
        this.history = history;
        this.gate = gate;
        this.time = time;
        this.clock = clock;
        this.meters = meters;
        this.store = stores.of(EnergyReadingJsonCodec.KIND);
        String signal = EnergyReadingJsonCodec.KIND.name();
        this.publisher = new SignalPublisher<>(
                signal, board, store, WriterElection.of(gate), takeover, new SignalWriteMetrics(registry, signal));
    }

    /** Reads and publishes once; to be repeated by one thread. */
    void step() {
        Map<EnergySourceKind, List<EnergyNode>> bySource = sources.served(nodes.all());
        served = bySource.values().stream()
                .flatMap(List::stream)
                .map(EnergyNode::name)
                .collect(Collectors.toSet());
        if (!gate.isOpen()) {
            follow();
        } else if (nodes.isComplete()) {
            lead(bySource);
        }
        Instant now = clock.instant();
        history.record(known, nodes::contains, now);
        meters.show(known, unknown(), now);
    }

    private void lead(Map<EnergySourceKind, List<EnergyNode>> bySource) {
        publisher.adoptIfReached();
        if (!leads) {
            // Readings that the store lacks, or that are not read while it is unreachable.
            takeover.adopt(EnergyReadingJsonCodec.ROW, known);
            leads = true;
            unread = "";
            idleRules()
                    .forEach((rule, what) -> LOG.warn("A rule does less than it says; rule={} cause={}", rule, what));
        }
        Instant moment = time.now();
        Set<String> changed = sources.read(bySource, moment);
        board.complete();
        boolean left = !board.retain(served::contains).isEmpty();
        known = board.readings();
        if (left || !moment.isBefore(nextWholeRow)) {
            nextWholeRow = moment.plus(WHOLE_ROW);
            publisher.changed(board.names());
        } else {
            publisher.changed(Map.of(EnergyReadingJsonCodec.ROW, changed));
        }
        publisher.publish();
    }

    /**
     * Reads the leader's readings. While the store is unreachable or lacks some, the last ones stay, and age, as long
     * as their node has a source.
     */
    private void follow() {
        publisher.publish();
        try {
            NavigableMap<String, EnergyReading> read = new TreeMap<>(known);
            read.keySet().retainAll(served);
            store.read((row, values) -> read.putAll(row.equals(EnergyReadingJsonCodec.ROW) ? values : Map.of()));
            known = Collections.unmodifiableNavigableMap(read);
            unread = "";
        } catch (SignalStoreUnavailableException e) {
            unread = "the leader's readings are not read: " + e.getMessage();
            LOG.debug("The leader's readings are not read; cause={}", e.getMessage());
        }
    }

    @Override
    public NavigableMap<String, EnergyReading> readings() {
        return known;
    }

    /** Number of nodes with a source that never had a reading, as far as is known. */
    long unknown() {
        Set<String> now = served;
        return now.size() - known.keySet().stream().filter(now::contains).count();
    }

    /**
     * Rules that do less than they say, as something in them is probably mistyped; empty as long as nodes are not
     * known.
     */
    Map<String, String> idleRules() {
        return nodes.isComplete() ? sources.idle(nodes.all()) : Map.of();
    }

    /** Returns current problems by source, and of the store: known readings stay, and age. Empty if none are known. */
    Map<String, String> problems() {
        Map<String, String> problems = sources.problems();
        if (!unread.isEmpty()) {
            problems.put("store", unread);
        }
        publisher.trouble().ifPresent(trouble -> problems.put("store", trouble));
        return problems;
    }

    private final class Takeover implements SignalPublisher.Adoption<EnergyReading> {
        @Override
        public void adopt(String row, Map<String, EnergyReading> published) {
            if (!row.equals(EnergyReadingJsonCodec.ROW)) {
                return;
            }
            Map<String, EnergyReading> here = new HashMap<>();
            Map<EnergyNode, EnergyReading> byNode = new HashMap<>();
            published.forEach((name, reading) -> nodes.find(name).ifPresent(node -> {
                here.put(name, reading);
                byNode.put(node, reading);
            }));
            board.adopt(here, time.now(), clock.instant());
            sources.resume(byNode);
        }

        @Override
        public Set<String> adopted() {
            return Set.of();
        }

        /** Forgets own readings, as another replica leads and publishes. */
        @Override
        public void forget() {
            leads = false;
            board.clear();
            sources.forget();
        }
    }
}
