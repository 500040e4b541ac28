package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.state.protection.UncoveredPodSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reduces the reserves of backups, so that restarting pods have capacity there: as many pods of other nodes as that
 * takes lose their backup.
 */
final class ReserveShrinker {
    /** The time after which decisions have a turn: one backup may serve most pods of the cluster. */
    private static final Duration TURN = Duration.ofMillis(25);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final Ticker ticker;

    ReserveShrinker(ClusterState state, SchedulingLoopAccess decisions, Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.ticker = ticker;
    }

    /**
     * Reduces the reserves of these backups to the maximum.
     *
     * @param less the maximum of each
     * @param accept gives the freed capacity to its reservations, before any other decision
     * @return the pods without a backup now
     */
    List<PodWithBackup> release(Map<String, UncoveredPodSelector> less, Runnable accept) {
        List<PodWithBackup> released = new ArrayList<>();
        // Home by home: a node's reserve is computed again only where the largest demand shrinks.
        Map<String, List<PodWithBackup>> byHome = less.isEmpty()
                ? Map.of()
                : state.protection().pods().stream()
                        .filter(pod -> pod.backup() != null && less.containsKey(pod.backup()))
                        .collect(Collectors.groupingBy(PodWithBackup::home, LinkedHashMap::new, Collectors.toList()));
        Iterator<PodWithBackup> pods =
                byHome.values().stream().flatMap(List::stream).iterator();
        while (pods.hasNext()) {
            decisions.exclusively(() -> {
                release(pods, less, released);
                accept.run();
            });
        }
        return released;
    }

    private void release(
            Iterator<PodWithBackup> pods, Map<String, UncoveredPodSelector> less, List<PodWithBackup> released) {
        long begun = ticker.nanos();
        while (pods.hasNext() && ticker.since(begun).compareTo(TURN) < 0) {
            Pod pod = pods.next().pod();
            PodWithBackup known = state.protection().find(pod.key());
            if (known != null && known.pod().isSameAs(pod) && isTooMuch(known, less)) {
                state.protection().assign(pod, null);
                released.add(known);
            }
        }
    }

    private boolean isTooMuch(PodWithBackup pod, Map<String, UncoveredPodSelector> less) {
        String backup = pod.backup();
        NodeBackups cover =
                backup == null ? null : state.protection().backupIndex().find(backup);
        UncoveredPodSelector most = backup == null ? null : less.get(backup);
        return cover != null && most != null && most.isTooMuch(cover, pod.home(), ResourceDemand.of(pod.pod()));
    }
}
