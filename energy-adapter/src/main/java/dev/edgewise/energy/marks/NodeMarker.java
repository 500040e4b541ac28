package dev.edgewise.energy.marks;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.EnergyBoard;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings labels and taints in step with the levels, while this replica leads. */
final class NodeMarker {
    private static final Logger LOG = LoggerFactory.getLogger(NodeMarker.class);
    /** How long the watch may take to show what was written, until it is written again. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What was sent for a node: not again before the watch shows another version of it. */
    private record Sent(String version, boolean taints, Instant at) {}

    private final MarkPlan plan;
    private final NodeDirectory nodes;
    private final EnergyBoard board;
    private final NodeWriter writer;
    private final WriteGate gate;
    private final SteadyTime time;
    private final MeterRegistry meters;
    private final Map<String, Sent> sent = new HashMap<>();

    NodeMarker(
            MarkPlan plan,
            NodeDirectory nodes,
            EnergyBoard board,
            NodeWriter writer,
            WriteGate gate,
            SteadyTime time,
            MeterRegistry meters) {
        this.plan = plan;
        this.nodes = nodes;
        this.board = board;
        this.writer = writer;
        this.gate = gate;
        this.time = time;
        this.meters = meters;
    }

    /** To be repeated by one thread. */
    void step() {
        if (!nodes.isComplete() || !gate.isOpen() || !board.isComplete()) {
            return;
        }
        Instant moment = time.now();
        sent.values().removeIf(each -> each.at().plus(PATIENCE).isBefore(moment));
        boolean tainting =
                sent.entrySet().stream().anyMatch(each -> each.getValue().taints() && isUnseen(each.getKey()));
        for (NodeChange change : plan.changes(nodes.all(), board.known(moment)::get)) {
            // Who counts taints must see those that were written before.
            if (change.taints() != null && tainting || isUnseen(change.node().name())) {
                continue;
            }
            if (!gate.isOpen() || !write(change, moment)) {
                return;
            }
        }
    }

    /** Whether the watch has not shown yet what was sent for a node. */
    private boolean isUnseen(String node) {
        Sent before = sent.get(node);
        return before != null
                && nodes.find(node)
                        .filter(now -> now.version().equals(before.version()))
                        .isPresent();
    }

    /** False if the API server cannot be asked now: the rest waits. */
    private boolean write(NodeChange change, Instant moment) {
        String node = change.node().name();
        NodeWriter.Result result = writer.write(change);
        count(result);
        if (result == NodeWriter.Result.UNAVAILABLE) {
            return false;
        }
        sent.put(node, new Sent(change.node().version(), change.taints() != null, moment));
        if (result == NodeWriter.Result.WRITTEN) {
            LOG.info(
                    "Node marked; node={} level={} taints={}",
                    node,
                    change.level() == null ? "unknown" : change.level(),
                    change.taints() == null ? "unchanged" : change.taints().size());
        }
        return true;
    }

    private void count(NodeWriter.Result result) {
        Counter.builder("edgewise.energy.node.writes")
                .description("Labels and taints written to nodes")
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(meters)
                .increment();
    }
}
