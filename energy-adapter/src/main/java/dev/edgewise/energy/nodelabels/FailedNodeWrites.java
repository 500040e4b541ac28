package dev.edgewise.energy.nodelabels;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.energy.nodes.NodeTaint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Nodes whose writes fail, each with a pause until the next attempt, and those where another writer undoes ours. Where
 * only the taint is refused, only the taint pauses. Safe for many threads.
 */
final class FailedNodeWrites {
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(10));
    /** Number of consecutive failures that is no accident: a write may be repeated because the watch is late. */
    private static final int SEVERAL = 3;

    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** @param taint whether the taint alone was refused */
    private record Failure(int count, Instant until, String problem, boolean taint) {
        /** Two nodes have the same cause if the answers differ in their names only. */
        String cause(String node) {
            return (taint ? "taint " : "") + problem.replace('"' + node + '"', "\"\"");
        }
    }

    private record Written(
            boolean labels, @Nullable EnergyLevel level, @Nullable List<NodeTaint> taints, Instant at, int undone) {
        boolean isSame(NodeChange change) {
            return labels && change.labels() && level == change.level()
                    || taints != null && taints.equals(change.taints());
        }
    }

    private final Map<String, Failure> failures = new ConcurrentSkipListMap<>();
    private final Map<String, Written> written = new ConcurrentSkipListMap<>();

    /**
     * Returns what of the change may be attempted now: nothing during a pause, and the label alone while the taint
     * pauses.
     */
    NodeChange attempt(NodeChange change, Instant now) {
        Failure failure = failures.get(change.node().name());
        if (failure == null || !now.isBefore(failure.until())) {
            return change;
        }
        return failure.taint() ? change.withoutTaints() : change.none();
    }

    void failed(String node, String problem, Instant now) {
        failed(node, problem, false, now);
    }

    void refusedTaint(String node, String problem, Instant now) {
        failed(node, problem, true, now);
    }

    private void failed(String node, String problem, boolean taint, Instant now) {
        Failure before = failures.get(node);
        int count = before == null ? 1 : before.count() + 1;
        failures.put(node, new Failure(count, now.plus(PAUSES.after(count)), problem, taint));
    }

    void written(NodeChange change, Instant now) {
        String node = change.node().name();
        // A label that is written does not say that the taint is accepted now.
        failures.computeIfPresent(node, (name, failure) -> failure.taint() && change.taints() == null ? failure : null);
        Written before = written.get(node);
        int undone = before != null && before.isSame(change) ? before.undone() + 1 : 0;
        written.put(node, new Written(change.labels(), change.level(), change.taints(), now, undone));
    }

    /** Forgets failures of nodes where nothing is to be written any more, and what was written long ago. */
    void retain(Set<String> pending, Instant now) {
        failures.keySet().retainAll(pending);
        written.values().removeIf(each -> each.at().plus(REMEMBERED).isBefore(now));
    }

    void clear() {
        failures.clear();
        written.clear();
    }

    /** Returns what is wrong now, one sentence for each cause. */
    Map<String, String> problems() {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        Map<String, String> first = new HashMap<>();
        failures.forEach((node, failure) -> {
            String cause = failure.cause(node);
            nodes.computeIfAbsent(cause, unknown -> new ArrayList<>()).add(node);
            first.putIfAbsent(cause, failure.problem());
        });
        Map<String, String> problems = new LinkedHashMap<>();
        nodes.forEach((cause, its) -> {
            String kind = cause.startsWith("taint ")
                    ? "nodes that have their label, and whose taint is refused: "
                    : "nodes that cannot be marked: ";
            problems.put(cause, kind + its.size() + ", such as " + its.get(0) + ": " + first.get(cause));
        });
        List<String> undone = written.entrySet().stream()
                .filter(each -> each.getValue().undone() >= SEVERAL)
                .map(Map.Entry::getKey)
                .toList();
        if (!undone.isEmpty()) {
            problems.put(
                    "another writer",
                    "nodes whose label or taint another writer changes: " + undone.size() + ", such as "
                            + undone.get(0));
        }
        return problems;
    }
}
