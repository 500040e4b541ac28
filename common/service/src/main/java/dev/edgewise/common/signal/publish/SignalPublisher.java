package dev.edgewise.common.signal.publish;

import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the effective values to the store, as soon as it is available: whole rows, or the pairs of a row that changed.
 */
public final class SignalPublisher<V> {
    private static final Logger LOG = LoggerFactory.getLogger(SignalPublisher.class);

    /**
     * Takes over what was published before this process started, row by row: a large cluster's rows would fill the
     * memory.
     */
    public interface Adoption<V> {
        /** Takes a row, maybe again. */
        void adopt(String row, Map<String, V> published);

        /** Called after the last row; returns the rows that changed. */
        Set<String> adopted();

        /** Forgets adopted values while another process writes: its published values are authoritative. */
        void forget();
    }

    private final String signal;
    private final PublishedRows<V> rows;
    private final SignalStore<V> store;
    private final Adoption<V> adoption;
    private final WriterElection turn;
    private final SignalWriteMetrics meters;
    private final PendingWrites pending = new PendingWrites();
    private volatile boolean adopted;
    /** Whether followers have heard of what the writer before may have written last. */
    private boolean announced;

    private volatile boolean away = true;
    private volatile @Nullable String trouble;

    /** @param signal the kind's name, for logs */
    public SignalPublisher(
            String signal,
            PublishedRows<V> rows,
            SignalStore<V> store,
            WriterElection turn,
            Adoption<V> adoption,
            SignalWriteMetrics meters) {
        this.signal = signal;
        this.rows = rows;
        this.store = store;
        this.turn = turn;
        this.adoption = adoption;
        this.meters = meters;
    }

    public void changed(Collection<String> rows) {
        pending.addRows(rows);
    }

    /** Notes pairs to be published, receivers by sender. */
    public void changed(Map<String, Set<String>> pairs) {
        pending.addPairs(pairs);
    }

    public int waiting() {
        return pending.size();
    }

    /** Whether the store was there at the last attempt, if only to say that it is full. */
    public boolean isReached() {
        return !away || meters.isFull();
    }

    /** Publishes what waits; whether nothing waits any more. */
    public synchronized boolean publish() {
        try {
            requireOurTurn();
            adopt();
            if (away) {
                // It may have lost anything meanwhile.
                pending.addRows(rows.names());
            }
            if (!announced) {
                store.announceAll();
                announced = true;
            }
            writeRows();
            writePairs();
            away = false;
            found();
            return true;
        } catch (NotActiveWriterException e) {
            return false;
        } catch (SignalStoreUnavailableException e) {
            away = true;
            meters.writeFailed();
            lost(e);
            return false;
        }
    }

    /** Writes all rows again if the store was emptied, as by {@code FLUSHALL}; to be called about once a second. */
    public synchronized void rewriteIfForgotten() {
        try {
            if (!away && turn.isOurs() && store.consumeDataLoss()) {
                LOG.warn(
                        "Redis was emptied, so all is written again; signal={} rows={}",
                        signal,
                        rows.names().size());
                pending.addRows(rows.names());
            }
        } catch (SignalStoreUnavailableException e) {
            LOG.debug("It is not known whether Redis was emptied; signal={} cause={}", signal, e.getMessage());
        }
    }

    /** Takes over what was published before this process started, if the store is there and that was not done. */
    public synchronized void adoptIfReached() {
        try {
            requireOurTurn();
            adopt();
        } catch (NotActiveWriterException e) {
            LOG.debug("Nothing is taken over; signal={} cause={}", signal, e.getMessage());
        } catch (SignalStoreUnavailableException e) {
            lost(e);
        }
    }

    /**
     * Requires the turn again before each row: a lock that expires within a minute's work would go back and forth
     * between two processes, neither of which ever ends. Known values are not kept, or those that were put or deleted
     * at the other would come back.
     */
    private void requireOurTurn() {
        if (!turn.isOurs()) {
            adopted = false;
            announced = false;
            away = true;
            trouble = null;
            meters.full(false);
            adoption.forget();
            throw new NotActiveWriterException(turn.other().orElse("the active one"));
        }
    }

    /** Reason why nothing can be written now; empty if none is known. */
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    private void lost(SignalStoreUnavailableException problem) {
        boolean full = problem instanceof SignalStoreFullException;
        if (trouble == null || full != meters.isFull()) {
            LOG.warn("A signal is not shared, but stays in use here; signal={} cause={}", signal, problem.getMessage());
        }
        trouble = problem.getMessage();
        meters.full(full);
    }

    private void found() {
        if (trouble != null) {
            LOG.info("Publishing a signal recovered; signal={}", signal);
        }
        trouble = null;
        meters.full(false);
    }

    private void adopt() {
        if (!adopted) {
            Set<String> read = new HashSet<>();
            store.read((row, published) -> {
                requireOurTurn();
                adoption.adopt(row, published);
                read.add(row);
            });
            pending.addRows(adoption.adopted());
            pending.addRows(read);
            adopted = true;
        }
    }

    private void writeRows() {
        Set<String> left = new HashSet<>(pending.takeRows());
        try {
            for (String row : Set.copyOf(left)) {
                requireOurTurn();
                store.replace(row, rows.row(row));
                left.remove(row);
                meters.written();
            }
        } finally {
            pending.addRows(left);
        }
    }

    private void writePairs() {
        Map<String, Set<String>> left = new HashMap<>(pending.takePairs());
        try {
            for (Map.Entry<String, Set<String>> row : Map.copyOf(left).entrySet()) {
                requireOurTurn();
                write(row.getKey(), row.getValue());
                left.remove(row.getKey());
                meters.written();
            }
        } finally {
            pending.addPairs(left);
        }
    }

    private void write(String from, Set<String> receivers) {
        Map<String, V> values = new HashMap<>();
        receivers.forEach(to -> rows.find(from, to).ifPresent(value -> values.put(to, value)));
        if (values.size() == receivers.size()) {
            store.publish(from, values);
        } else {
            store.replace(from, rows.row(from));
        }
        meters.written(values.size());
    }
}
