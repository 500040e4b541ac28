package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.Names;
import dev.edgewise.common.TruncatedText;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.recovery.ReplacementReservations;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the backups of pods that changed after they were bound, while this replica decides, so that the next leader
 * finds them. For one thread.
 */
final class BackupAnnotationWriter {
    /** The time before the same annotation is written again: the watch needs a moment to bring it. */
    private static final Duration REWRITE_AFTER = Duration.ofSeconds(10);
    /** The maximum number of writes in one step, so that a pod that changes meanwhile is not written with old data. */
    private static final int BATCH = 50;
    /** The maximum length of an annotation that a message quotes, in characters. */
    private static final int LONGEST_QUOTE = 63;

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final FailoverWriter writer;
    private final Function<PodWithBackup, String> unprotectedReason;
    private final Ticker ticker;
    /** The last write for each pod, by the pod's uid. */
    private final Map<String, Written> written = new HashMap<>();
    /**
     * The list of the last step, the same instance until something changes.
     */
    private @Nullable List<PodWithBackup> lastChecked;

    private List<PodWithBackup> protectedPods = List.of();

    /** Whether the list of the last step has pods whose backup is still to be written. */
    private boolean hasMoreToWrite;

    private record Written(@Nullable String backup, long at) {}

    /**
     * @param unprotectedReason the reason why a pod has no backup: written when it has lost its backup, and not each
     *     time the cause changes
     */
    BackupAnnotationWriter(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailoverWriter writer,
            Function<PodWithBackup, String> unprotectedReason,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.unprotectedReason = unprotectedReason;
        this.ticker = ticker;
    }

    /**
     * Writes some of the changed pods: new ones first, and of these other backups before missing ones. To be called
     * several times a second.
     */
    void step() {
        if (!decisions.isActive()) {
            lastChecked = null;
            return;
        }
        List<PodWithBackup> pods = protectedPods();
        if (pods == lastChecked && !hasMoreToWrite) {
            return;
        }
        lastChecked = pods;
        hasMoreToWrite = false;
        // Those that room is reserved for: until they are gone, the next leader finds it by what they say.
        ReplacementReservations rooms = new ReplacementReservations(state);
        List<PodWithBackup> due = new ArrayList<>();
        for (PodWithBackup pod : pods) {
            if (isDue(pod) && rooms.findOpen(pod) == null) {
                due.add(pod);
            }
        }
        // What could not be written must not keep others from being written.
        due.sort(Comparator.comparingLong(this::lastWritten).thenComparing(pod -> pod.backup() == null));
        due.subList(0, Math.min(due.size(), BATCH)).forEach(this::write);
        if (written.size() > 2 * pods.size()) {
            written.keySet().retainAll(pods.stream().map(pod -> pod.pod().uid()).collect(Collectors.toSet()));
        }
    }

    private List<PodWithBackup> protectedPods() {
        // Between decisions no backup is about to be replaced.
        decisions.exclusively(() -> protectedPods = state.protection().pods());
        return protectedPods;
    }

    private long lastWritten(PodWithBackup pod) {
        Written last = written.get(pod.pod().uid());
        return last == null ? Long.MIN_VALUE : last.at();
    }

    private void write(PodWithBackup pod) {
        if (decisions.isActive()) {
            written.put(pod.pod().uid(), new Written(pod.backup(), ticker.nanos()));
            writer.annotate(pod.pod(), pod.backup(), message(pod));
        }
    }

    /**
     * Says which node holds the reserve, or why none does; and what is wrong with the node that the pod names, if it is
     * another.
     */
    private String message(PodWithBackup pod) {
        String backup = pod.backup();
        String annotated = pod.pod().backupNode();
        String now = backup == null ? unprotectedReason.apply(pod) : "node " + backup + " keeps room";
        if (annotated == null || annotated.equals(backup)) {
            return now;
        }
        String named = TruncatedText.of(annotated, LONGEST_QUOTE);
        if (annotated.equals(pod.home())) {
            return "annotation " + Names.BACKUP_NODE_ANNOTATION + " named " + named + ", which is its own node: " + now;
        }
        // It was removed, or there never was one.
        if (state.snapshot().node(annotated) == null) {
            return "node " + named + " is not in the cluster: " + now;
        }
        // Mostly it was the backup until now.
        return backup == null
                ? "node " + named + " keeps no room for it: " + now
                : "node " + backup + " keeps room instead of " + named;
    }

    private boolean isDue(PodWithBackup pod) {
        boolean isPublished = Objects.equals(pod.backup(), pod.pod().backupNode());
        Written last = written.get(pod.pod().uid());
        // That it has none is to be seen as a condition.
        boolean isWritten = last == null
                ? isPublished && (pod.backup() != null || pod.pod().status().unprotected())
                : Objects.equals(last.backup(), pod.backup());
        if (isWritten && isPublished) {
            return false;
        }
        hasMoreToWrite = true;
        // What is being bound carries it along.
        return !state.isAssumed(pod.pod().key())
                && (!isWritten || last == null || ticker.since(last.at()).compareTo(REWRITE_AFTER) >= 0);
    }
}
