package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.protection.ProtectedPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the backups of pods that have changed since these were bound, where this replica decides, so that the next leader finds them. For one thread. */
final class BackupWrites {
    /** Until the same is written again: the watch needs a moment to bring it. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final ClusterState state;
    private final Consumer<Runnable> betweenDecisions;
    private final BooleanSupplier decides;
    private final FailoverWriter writer;
    private final Ticker ticker;
    /** By uid of the pod. */
    private final Map<String, Written> written = new HashMap<>();

    private record Written(@Nullable String backup, long at) {}

    /**
     * @param betweenDecisions runs work while no decision is under way
     * @param decides whether this replica leads and knows all that was decided before; asked before each write
     */
    BackupWrites(
            ClusterState state,
            Consumer<Runnable> betweenDecisions,
            BooleanSupplier decides,
            FailoverWriter writer,
            Ticker ticker) {
        this.state = state;
        this.betweenDecisions = betweenDecisions;
        this.decides = decides;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** Writes all that has changed. To be called several times a second. */
    void step() {
        List<ProtectedPod> pods = new ArrayList<>();
        // Between decisions no backup is about to be replaced.
        betweenDecisions.accept(() -> pods.addAll(state.protectedPods()));
        Set<String> uids = new HashSet<>();
        for (ProtectedPod pod : pods) {
            uids.add(pod.pod().uid());
            if (isDue(pod) && decides.getAsBoolean()) {
                written.put(pod.pod().uid(), new Written(pod.backup(), ticker.nanos()));
                writer.annotate(pod.pod(), pod.backup());
            }
        }
        written.keySet().retainAll(uids);
    }

    private boolean isDue(ProtectedPod pod) {
        // What is being bound carries it along.
        if (state.isAssumed(pod.pod().key())) {
            return false;
        }
        boolean isSaid = Objects.equals(pod.backup(), pod.pod().backupNode());
        Written last = written.get(pod.pod().uid());
        if (last == null) {
            // That it has none is to be seen as a condition.
            return !isSaid || pod.backup() == null;
        }
        boolean isWritten = Objects.equals(last.backup(), pod.backup());
        return !isWritten || (!isSaid && ticker.since(last.at()).compareTo(AGAIN) >= 0);
    }
}
