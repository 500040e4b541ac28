package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Removes the backup annotations of pods that are not to be protected any more, while this replica decides. For one
 * thread.
 */
final class BackupAnnotationRemover {
    /** The time before the same annotation is written again: the watch needs a moment to bring it. */
    private static final Duration REWRITE_AFTER = Duration.ofSeconds(10);
    /** The maximum number of writes in one step; small, as nothing depends on them. */
    private static final int BATCH = 10;

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final Predicate<Pod> isOurs;
    private final FailoverWriter writer;
    private final Ticker ticker;
    /** When each was last written, by uid of the pod. */
    private final Map<String, Long> written = new HashMap<>();

    /**
     * @param isOurs whether this service schedules the pod: what other schedulers write is theirs
     */
    BackupAnnotationRemover(
            ClusterState state,
            SchedulingLoopAccess decisions,
            Predicate<Pod> isOurs,
            FailoverWriter writer,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.isOurs = isOurs;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** Writes the next ones. To be called several times a second. */
    void step() {
        List<Pod> pods = state.protection().formerPods();
        if (pods.isEmpty() || !decisions.isActive()) {
            written.clear();
            return;
        }
        List<Pod> due = pods.stream()
                .filter(isOurs)
                .filter(pod -> isDue(written.get(pod.uid())))
                .limit(BATCH)
                .toList();
        due.forEach(this::withdraw);
        if (written.size() > 2 * pods.size()) {
            written.keySet().retainAll(pods.stream().map(Pod::uid).collect(Collectors.toSet()));
        }
    }

    private void withdraw(Pod pod) {
        if (decisions.isActive()) {
            written.put(pod.uid(), ticker.nanos());
            writer.withdraw(pod);
        }
    }

    private boolean isDue(@Nullable Long last) {
        return last == null || ticker.since(last).compareTo(REWRITE_AFTER) >= 0;
    }
}
