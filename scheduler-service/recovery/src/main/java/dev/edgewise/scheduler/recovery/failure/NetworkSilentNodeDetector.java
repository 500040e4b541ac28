package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes from which no other node gets an answer, as network-probe measures it. A node of which only the agent has died
 * looks the same. Times that are kept from earlier measurements do not count as answers. For any thread.
 */
final class NetworkSilentNodeDetector {
    /** The minimum number of silent paths; fewer may be broken by themselves. */
    private static final int LEAST_PATHS = 3;

    private @Nullable RttIndex evaluated;
    /** How long times are valid that are measured all the time, in milliseconds. */
    private long measuredValidity;

    private final Map<String, Boolean> silent = new HashMap<>();
    /**
     * The last node that got an answer from each node: it mostly does again, so that not all rows are searched for each
     * node.
     */
    private final Map<String, String> lastAnsweredBy = new HashMap<>();

    /** Returns whether all measured paths to it are silent, and so are those from it. */
    synchronized boolean contains(String node, Snapshot snapshot) {
        RttIndex rtt = snapshot.get(RttIndex.FACT);
        if (rtt != evaluated) {
            evaluated = rtt;
            measuredValidity = usualValidity(rtt);
            silent.clear();
            lastAnsweredBy.keySet().retainAll(rtt.rows().keySet());
        }
        return silent.computeIfAbsent(
                node, name -> isSilent(name, rtt, snapshot.takenAt().toEpochMilli()));
    }

    /**
     * Returns the validity of most rows: a silent node has only stored times, and people may state some that hold for a
     * moment.
     */
    private static long usualValidity(RttIndex rtt) {
        long[] shortest = rtt.rows().values().stream()
                .mapToLong(RttRow::shortestValidity)
                .filter(validity -> validity < Long.MAX_VALUE)
                .sorted()
                .toArray();
        return shortest.length == 0 ? Long.MAX_VALUE : shortest[shortest.length / 2];
    }

    private boolean isSilent(String node, RttIndex rtt, long now) {
        String last = lastAnsweredBy.get(node);
        RttRow known = last == null ? null : rtt.from(last);
        if (known != null && known.isAnsweredBy(node, now, measuredValidity)) {
            return false;
        }
        int paths = 0;
        for (Map.Entry<String, RttRow> row : rtt.rows().entrySet()) {
            Rtt to = row.getKey().equals(node) ? null : row.getValue().to(node);
            if (to != null && to.loss() >= 1) {
                paths++;
            } else if (!row.getKey().equals(node) && row.getValue().isAnsweredBy(node, now, measuredValidity)) {
                lastAnsweredBy.put(node, row.getKey());
                return false;
            }
        }
        return paths >= LEAST_PATHS && !answersOthers(node, rtt, now);
    }

    private boolean answersOthers(String node, RttIndex rtt, long now) {
        RttRow own = rtt.from(node);
        return own != null
                && rtt.rows().keySet().stream()
                        .filter(other -> !other.equals(node))
                        .anyMatch(other -> own.isAnsweredBy(other, now, measuredValidity));
    }
}
