package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttIndex;
import dev.edgewise.scheduler.rtt.RttRow;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that no other one gets an answer from, as network-probe measures it. One of whose agent alone has died looks the same. For one thread.
 */
final class SilentNodes {
    /** Fewer may be broken by themselves. */
    private static final int LEAST_PATHS = 3;

    private @Nullable RttIndex judged;
    private final Map<String, Boolean> silent = new HashMap<>();

    /** Whether all measured paths to it are silent, and so are those from it. */
    boolean contains(String node, Snapshot snapshot) {
        RttIndex rtt = snapshot.signals().rtt();
        if (rtt != judged) {
            judged = rtt;
            silent.clear();
        }
        return silent.computeIfAbsent(
                node, name -> isSilent(name, rtt, snapshot.takenAt().toEpochMilli()));
    }

    private static boolean isSilent(String node, RttIndex rtt, long now) {
        int paths = 0;
        for (Map.Entry<String, RttRow> row : rtt.rows().entrySet()) {
            Rtt to = row.getKey().equals(node) ? null : row.getValue().to(node);
            if (to != null && to.loss() >= 1) {
                paths++;
            } else if (isAnswered(to, now)) {
                return false;
            }
        }
        return paths >= LEAST_PATHS && !answersOthers(node, rtt, now);
    }

    private static boolean answersOthers(String node, RttIndex rtt, long now) {
        RttRow own = rtt.from(node);
        return own != null
                && rtt.rows().keySet().stream()
                        .filter(other -> !other.equals(node))
                        .anyMatch(other -> isAnswered(own.to(other), now));
    }

    /** By a measurement that is valid. */
    private static boolean isAnswered(@Nullable Rtt rtt, long now) {
        return rtt != null && rtt.isAnswered() && rtt.validUntil() >= now;
    }
}
