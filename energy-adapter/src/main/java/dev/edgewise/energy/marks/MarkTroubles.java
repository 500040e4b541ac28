package dev.edgewise.energy.marks;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.energy.nodes.NodeTaint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Nodes whose writes fail, each with a pause until the next attempt, and those where another writer undoes ours. Safe for many threads. */
final class MarkTroubles {
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(10));
    /** This many times in a row are no accident: a write may be repeated because the watch is late. */
    private static final int SEVERAL = 3;

    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    private record Failure(int count, Instant until, String problem) {}

    private record Written(
            boolean labels, @Nullable EnergyLevel level, @Nullable List<NodeTaint> taints, Instant at, int undone) {
        boolean isSame(NodeChange change) {
            return labels && change.labels() && level == change.level()
                    || taints != null && taints.equals(change.taints());
        }
    }

    private final Map<String, Failure> failures = new ConcurrentSkipListMap<>();
    private final Map<String, Written> written = new ConcurrentSkipListMap<>();

    /** Whether the next attempt must wait. */
    boolean pauses(String node, Instant now) {
        Failure failure = failures.get(node);
        return failure != null && now.isBefore(failure.until());
    }

    void failed(String node, String problem, Instant now) {
        Failure before = failures.get(node);
        int count = before == null ? 1 : before.count() + 1;
        failures.put(node, new Failure(count, now.plus(PAUSES.after(count)), problem));
    }

    void written(NodeChange change, Instant now) {
        String node = change.node().name();
        failures.remove(node);
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

    /** What is wrong now; empty if nothing. */
    String problem() {
        List<String> problems = new ArrayList<>();
        failures.entrySet().stream()
                .findFirst()
                .ifPresent(first -> problems.add("nodes that cannot be marked: " + failures.size() + ", such as "
                        + first.getKey() + ": " + first.getValue().problem()));
        List<String> undone = written.entrySet().stream()
                .filter(each -> each.getValue().undone() >= SEVERAL)
                .map(Map.Entry::getKey)
                .toList();
        if (!undone.isEmpty()) {
            problems.add("nodes whose label or taint another writer changes: " + undone.size() + ", such as "
                    + undone.get(0));
        }
        return String.join("; ", problems);
    }
}
