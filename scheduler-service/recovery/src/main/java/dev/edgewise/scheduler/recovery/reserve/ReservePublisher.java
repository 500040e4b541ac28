package dev.edgewise.scheduler.recovery.reserve;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter.Content;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the reserve of each node as one object in the cluster, while this replica decides. The objects follow the
 * backups of the pods, and nothing follows from them: changes by other clients are corrected. For one thread.
 */
final class ReservePublisher {
    private static final Logger LOG = LoggerFactory.getLogger(ReservePublisher.class);

    /** The maximum number of writes in one step; the longest unwritten objects come first. */
    private static final int BATCH = 10;
    /**
     * The minimum time between two writes of the same object: amounts change with many decisions, and the watch needs a
     * moment.
     */
    private static final Duration WRITE_INTERVAL = Duration.ofSeconds(2);
    /** The minimum time between two writes that only change the named nodes and not the amounts. */
    private static final Duration REASON_WRITE_INTERVAL = Duration.ofSeconds(30);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final ReserveWriter writer;
    private final boolean shows;
    private final Ticker ticker;
    /** The histories by name of the object. */
    private final Map<String, ReserveWriteHistory> histories = new HashMap<>();

    private record Write(ReserveWriteHistory history, Runnable request) {}

    /**
     * @param shows false where there are to be no such objects
     */
    ReservePublisher(
            ClusterState state, SchedulingLoopAccess decisions, ReserveWriter writer, boolean shows, Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.shows = shows;
        this.ticker = ticker;
    }

    /** Writes some of what has changed. To be called a few times a second. */
    void step() {
        if (!decisions.isActive()) {
            histories.clear();
            return;
        }
        if (!state.reservations().served()) {
            return;
        }
        List<Write> due = due();
        due.sort(Comparator.comparing((Write write) -> write.history().sinceWrite())
                .reversed());
        for (Write write : due.subList(0, Math.min(due.size(), BATCH))) {
            if (decisions.isActive()) {
                write.history().recordWrite();
                write.request().run();
            }
        }
    }

    private List<Write> due() {
        Map<String, Content> wanted = wanted();
        Map<String, BackupReserveObject> shown = new HashMap<>();
        state.reservations().shown().forEach(one -> shown.put(one.key().name(), one));
        histories.keySet().removeIf(name -> !wanted.containsKey(name) && !shown.containsKey(name));
        List<Write> due = new ArrayList<>();
        shown.forEach((name, known) -> {
            Content content = wanted.get(name);
            if (content == null || !content.node().equals(known.node())) {
                wanted.remove(name);
                ReserveWriteHistory history = history(name);
                if (!known.deleted() && history.isDue(WRITE_INTERVAL)) {
                    due.add(new Write(history, () -> writer.delete(known)));
                }
            }
        });
        wanted.forEach((name, content) -> {
            ReserveWriteHistory history = history(name);
            Runnable next = next(history, shown.get(name), content);
            if (next != null) {
                due.add(new Write(history, next));
            }
        });
        return due;
    }

    /** Returns the wanted contents by name of the object. */
    private Map<String, Content> wanted() {
        Map<String, NodeBackups> covers = new HashMap<>();
        if (shows) {
            // Between decisions no backup is about to be replaced.
            decisions.exclusively(
                    () -> covers.putAll(state.snapshot().get(BackupIndex.FACT).byBackup()));
        }
        Map<String, Content> wanted = new HashMap<>();
        covers.forEach((node, cover) ->
                wanted.put(ReserveObjectContentBuilder.name(node), ReserveObjectContentBuilder.of(node, cover)));
        return wanted;
    }

    private ReserveWriteHistory history(String name) {
        return histories.computeIfAbsent(name, first -> new ReserveWriteHistory(ticker));
    }

    /** Returns the next write of the object; null if none is due. */
    private @Nullable Runnable next(ReserveWriteHistory history, @Nullable BackupReserveObject known, Content content) {
        if (known == null) {
            return history.isDue(WRITE_INTERVAL) ? () -> written(history, writer.create(content)) : null;
        }
        if (known.deleted() || history.isOld(known)) {
            return null;
        }
        if (!ReserveObjectContentBuilder.isPublished(known, content)) {
            history.see(known);
            return history.isDue(WRITE_INTERVAL) ? () -> correct(history, known, content) : null;
        }
        history.accept(known);
        if (!known.status().equals(history.status())) {
            return history.isDue(WRITE_INTERVAL) ? () -> writer.write(known, history.status()) : null;
        }
        history.confirmEffect();
        return !known.reason().equals(content.reason()) && history.isDue(REASON_WRITE_INTERVAL)
                ? () -> written(history, writer.update(known, content))
                : null;
    }

    /** Corrects the object; if another client wrote it, its status tells people what was wrong. */
    private void correct(ReserveWriteHistory history, BackupReserveObject known, Content content) {
        boolean isOfAnother = history.isOfAnother(known);
        BackupReserveObject now = writer.update(known, content);
        if (now != null && isOfAnother) {
            String correction = ReserveObjectContentBuilder.correction(known, content);
            LOG.warn(
                    "Another writer changed a reservation that holds no room; reservation={} correction={}",
                    known.key(),
                    correction);
            history.note(correction);
        }
        written(history, now);
    }

    private void written(ReserveWriteHistory history, @Nullable BackupReserveObject now) {
        if (now == null) {
            return;
        }
        history.confirmEffect();
        history.accept(now);
        if (!now.status().equals(history.status()) && decisions.isActive()) {
            writer.write(now, history.status());
        }
    }
}
