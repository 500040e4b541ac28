package dev.edgewise.common.signal.redis;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalKind;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * Reads all rows, then the changed ones, and notices when it cannot have heard of every change: the server is another
 * one than before, or the stream no longer reaches back to, or no longer contains, the place where reading stopped.
 */
final class RowFollower<V> {
    private static final Logger LOG = LoggerFactory.getLogger(RowFollower.class);
    /** The number of empty reads of an exhausted stream before all rows are read again. */
    private static final int EMPTY_READS = 5;

    private final SignalKind<V> kind;
    private final RedisRows<V> rows;
    private final RowListener<V> listener;
    private final Duration block;
    private final Set<String> known = new HashSet<>();
    private volatile boolean stopped;
    private StreamId place = StreamId.START;
    private Set<String> server = Set.of();
    private int emptyReads;
    private boolean warned;

    RowFollower(SignalKind<V> kind, RedisRows<V> rows, RowListener<V> listener, Duration block) {
        this.kind = kind;
        this.rows = rows;
        this.listener = listener;
        this.block = block;
    }

    /** Announces nothing more. */
    void stop() {
        stopped = true;
    }

    /**
     * Reads all rows. Those that vanished are lost, not deleted, if the stream is another one, or another server lost
     * it. Of several servers, one that is another may have lost its rows while the stream, on the next one, is still
     * whole.
     */
    void readAll(RedisConnection connection) {
        Set<String> now = server(connection);
        boolean forgetful = !now.equals(server) && (server.size() > 1 || !ChangeStream.reaches(connection, place))
                || ChangeStream.isAnother(connection, place);
        StreamId newest = ChangeStream.newest(connection);
        Set<String> toRead = rows.names(connection);
        Set<String> vanished = new HashSet<>(known);
        vanished.removeAll(toRead);
        rows.read(connection, toRead, this::announce);
        vanished.forEach(forgetful ? this::announceLost : row -> announce(row, Map.of()));
        // Only now: if reading breaks off, the next attempt must still see what the server lost.
        server = now;
        place = newest;
    }

    void readChanges(RedisConnection connection) {
        ChangeStream.Changes changes = ChangeStream.after(connection, place, block);
        if (changes.keys().contains(kind.key(RedisSignalStore.ALL_ROWS))
                || missedSome(connection, changes)
                || isDueWithoutChanges()) {
            readAll(connection);
            return;
        }
        Set<String> changed =
                changes.keys().stream().flatMap(key -> kind.row(key).stream()).collect(Collectors.toSet());
        rows.read(connection, changed, this::announce);
        place = changes.last();
    }

    /**
     * Whether all rows are to be read because the stream ends at the largest possible id: no change is announced any
     * more.
     */
    private boolean isDueWithoutChanges() {
        if (!place.equals(StreamId.LAST)) {
            emptyReads = 0;
            warned = false;
            return false;
        }
        if (!warned) {
            warned = true;
            LOG.warn(
                    "The stream of changes has an entry with the largest possible id, so all rows are read every few seconds; signal={}",
                    kind.name());
        }
        emptyReads = (emptyReads + 1) % EMPTY_READS;
        return emptyReads == 0;
    }

    private boolean missedSome(RedisConnection connection, ChangeStream.Changes changes) {
        if (!server(connection).equals(server)) {
            return true;
        }
        return changes.keys().isEmpty()
                ? place.isAfter(ChangeStream.newest(connection))
                : ChangeStream.oldest(connection).isAfter(place);
    }

    /** The ids that servers give themselves when they start. */
    private static Set<String> server(RedisConnection connection) {
        Properties info = connection.serverCommands().info("server");
        return info == null
                ? Set.of()
                : info.stringPropertyNames().stream()
                        .filter(name -> name.endsWith("run_id"))
                        .map(info::getProperty)
                        .collect(Collectors.toSet());
    }

    private void announce(String row, Map<String, V> values) {
        if (stopped || (values.isEmpty() && !known.contains(row))) {
            return;
        }
        if (values.isEmpty()) {
            known.remove(row);
        } else {
            known.add(row);
        }
        notifyListener(row, () -> listener.changed(row, values));
    }

    private void announceLost(String row) {
        known.remove(row);
        if (!stopped) {
            notifyListener(row, () -> listener.lost(row));
        }
    }

    private void notifyListener(String row, Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            LOG.error("A listener failed with an unexpected error; signal={} row={}", kind.name(), row, e);
        }
    }
}
