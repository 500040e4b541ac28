package dev.edgewise.energy.nodelabels;

import dev.edgewise.common.LeaderCacheSync;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.CurrentReadings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings labels and taints in step with the levels, while this replica leads. */
final class NodeLabelReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLabelReconciler.class);
    /** Time for the watch to show what was written, until it is written again. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /**
     * Maximum time of a step, far below what would count as stuck: labelling 5,000 nodes for the first time takes
     * several steps.
     */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(10);
    /**
     * Maximum number of consecutive writes without an answer in a step; then the cause is the API server, not the
     * nodes.
     */
    private static final int MOST_FAILURES = 3;

    /** A write to a node that is not seen yet: it is not repeated for a while. */
    private record Sent(String version, boolean taints, Instant at) {}

    private final NodeChangePlanner plan;
    private final NodeDirectory nodes;
    private final CurrentReadings board;
    private final NodeWriter writer;
    private final WriteGate gate;
    private final LeaderCacheSync catchUp;
    private final SteadyTime time;
    private final MeterRegistry meters;
    private final Map<String, Sent> sent = new HashMap<>();
    private final FailedNodeWrites troubles = new FailedNodeWrites();
    /**
     * The first node that was not tried when a step stopped after {@value #MOST_FAILURES} failures; empty if all were
     * tried since.
     */
    private String next = "";
    /** Whether this step resumes there: every other one begins with powerless nodes. */
    private boolean resumes = true;

    /** Causes that the log has. */
    private Set<String> reported = Set.of();

    private volatile String problem = "";

    NodeLabelReconciler(
            NodeChangePlanner plan,
            NodeDirectory nodes,
            CurrentReadings board,
            NodeWriter writer,
            WriteGate gate,
            LeaderCacheSync catchUp,
            SteadyTime time,
            MeterRegistry meters) {
        this.plan = plan;
        this.nodes = nodes;
        this.board = board;
        this.writer = writer;
        this.gate = gate;
        this.catchUp = catchUp;
        this.time = time;
        this.meters = meters;
    }

    /** Marks nodes once; to be repeated by one thread. */
    void step() {
        if (!gate.isOpen()) {
            catchUp.reset();
        }
        if (!nodes.isComplete() || !gate.isOpen() || !board.isComplete()) {
            troubles.clear();
            return;
        }
        Instant begin = time.now();
        sent.entrySet().removeIf(each -> isSeen(each.getKey(), each.getValue()));
        List<NodeChange> changes = changes(begin);
        troubles.retain(changes.stream().map(change -> change.node().name()).collect(Collectors.toSet()), begin);
        mark(changes, begin);
        report(troubles.problems());
    }

    /**
     * Changes to write. Taints, whose number is limited, wait until those of the previous leader are seen; labels do
     * not.
     */
    private List<NodeChange> changes(Instant begin) {
        boolean seesTaints = !plan.setsTaints() || catchUp.isDone();
        return plan.changes(nodes.all(), sentTaints(), board.known(begin)::get).stream()
                .map(change -> seesTaints ? change : change.withoutTaints())
                .filter(NodeChange::isAny)
                .toList();
    }

    /** Nodes whose taint was written, or may have been, and was not seen yet. */
    private Set<String> sentTaints() {
        return sent.entrySet().stream()
                .filter(each -> each.getValue().taints())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /**
     * Ends early if it takes long, or write after write has no answer: the rest waits for the next step. A refused
     * write is an answer.
     */
    private void mark(List<NodeChange> changes, Instant begin) {
        int failed = 0;
        for (NodeChange whole : inTurn(changes)) {
            String node = whole.node().name();
            NodeChange change = troubles.attempt(whole, begin);
            if (isAwaited(node, begin) || !change.isAny()) {
                continue;
            }
            Instant now = time.now();
            if (!gate.isOpen() || failed == MOST_FAILURES || !now.isBefore(begin.plus(LONGEST_STEP))) {
                next = failed == MOST_FAILURES && (resumes || next.isEmpty()) ? node : next;
                return;
            }
            failed = write(change, now) ? 0 : failed + 1;
        }
        next = "";
    }

    /**
     * Orders the changes. After failures, every other step resumes at the first node that was not tried: nodes whose
     * writes have no answer must not delay the labels of all others.
     */
    private List<NodeChange> inTurn(List<NodeChange> changes) {
        resumes = !resumes;
        if (!resumes || next.isEmpty()) {
            return changes;
        }
        List<String> names =
                changes.stream().map(change -> change.node().name()).toList();
        List<NodeChange> turned = new ArrayList<>(changes);
        Collections.rotate(turned, -Math.max(0, names.indexOf(next)));
        return turned;
    }

    /** Whether the watch shows another version of the node than the one that was written to. */
    private boolean isSeen(String node, Sent write) {
        return nodes.find(node)
                .filter(now -> now.version().equals(write.version()))
                .isEmpty();
    }

    /** Whether the watch may still show what was written. */
    private boolean isAwaited(String node, Instant now) {
        Sent write = sent.get(node);
        return write != null && !write.at().plus(PATIENCE).isBefore(now);
    }

    /**
     * Returns whether the API server answered. Where the taint is refused, as by an admission policy, its label must
     * not be missing for that.
     */
    private boolean write(NodeChange change, Instant now) {
        NodeWriter.Outcome outcome = send(change, now);
        String node = change.node().name();
        if (outcome.result() != NodeWriter.Result.REFUSED || change.taints() == null) {
            return isAnswered(node, outcome, now);
        }
        if (change.labels()) {
            NodeWriter.Outcome label = send(change.withoutTaints(), now);
            if (label.result() != NodeWriter.Result.WRITTEN) {
                return isAnswered(node, label, now);
            }
        }
        troubles.refusedTaint(node, outcome.problem(), now);
        return true;
    }

    private boolean isAnswered(String node, NodeWriter.Outcome outcome, Instant now) {
        if (isFailure(outcome)) {
            troubles.failed(node, outcome.problem(), now);
        }
        return outcome.result() != NodeWriter.Result.UNAVAILABLE;
    }

    private static boolean isFailure(NodeWriter.Outcome outcome) {
        return outcome.result() == NodeWriter.Result.UNAVAILABLE || outcome.result() == NodeWriter.Result.REFUSED;
    }

    private NodeWriter.Outcome send(NodeChange change, Instant now) {
        String node = change.node().name();
        NodeWriter.Outcome outcome = writer.write(change);
        count(outcome.result());
        boolean unanswered = outcome.result() == NodeWriter.Result.UNAVAILABLE;
        // A taint without an answer may have been written.
        if (!isFailure(outcome) || unanswered && change.taints() != null) {
            sent.put(node, new Sent(change.node().version(), change.taints() != null, now));
        }
        if (outcome.result() == NodeWriter.Result.WRITTEN) {
            troubles.written(change, now);
            LOG.info(
                    "Node marked; node={} level={} taints={}",
                    node,
                    change.level() == null ? "unknown" : change.level(),
                    change.taints() == null ? "unchanged" : change.taints().size());
        }
        return outcome;
    }

    /** Logs each cause once, until nothing has it any more. */
    private void report(Map<String, String> now) {
        now.forEach((cause, text) -> {
            if (!reported.contains(cause)) {
                LOG.warn("Some nodes have outdated labels or taints; cause={}", text);
            }
        });
        if (!reported.isEmpty() && now.isEmpty()) {
            LOG.info("All nodes have their labels and taints again");
        }
        reported = Set.copyOf(now.keySet());
        problem = String.join("; ", now.values());
    }

    /** Problem that keeps nodes from being marked; empty if there is none. */
    String problem() {
        return gate.isOpen() ? problem : "";
    }

    private void count(NodeWriter.Result result) {
        Counter.builder("edgewise.energy.node.writes")
                .description("Labels and taints written to nodes")
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(meters)
                .increment();
    }
}
