package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.RowListener;
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
 * Brings the store to what is in force, as soon as the store is there: whole rows, or the pairs of a row that changed. A row that
 * is found to differ, because Redis lost it or another wrote it, is written again.
 */
final class RttPublisher implements RowListener<RoundTripTime> {
    private static final Logger log = LoggerFactory.getLogger(RttPublisher.class);

    /** Takes over what was published before this process started, row by row: a large cluster's rows would fill the memory. */
    interface Adoption {
        /** Takes a row, maybe again. */
        void adopt(String from, Map<String, RoundTripTime> published);

        /** That was all; names the rows that so changed. */
        Set<String> adopted();

        /** Forgets what another may change meanwhile, as that one writes: what it published is the truth. */
        void forget();
    }

    private final RttBook book;
    private final SignalStore<RoundTripTime> store;
    private final Adoption adoption;
    private final WriterTurn turn;
    private final RttMeters meters;
    private final Unpublished unpublished = new Unpublished();
    private volatile boolean adopted;
    private volatile boolean away = true;
    private volatile @Nullable String trouble;

    RttPublisher(RttBook book, SignalStore<RoundTripTime> store, WriterTurn turn, Adoption adoption, RttMeters meters) {
        this.book = book;
        this.store = store;
        this.turn = turn;
        this.adoption = adoption;
        this.meters = meters;
    }

    /** Notes rows to be published. */
    void changed(Collection<String> rows) {
        unpublished.addRows(rows);
    }

    /** Notes pairs to be published, receivers by sender. */
    void changed(Map<String, Set<String>> pairs) {
        unpublished.addPairs(pairs);
    }

    /** Compares a row of the store with what is in force. */
    @Override
    public void changed(String row, Map<String, RoundTripTime> stored) {
        if (adopted && !stored.equals(book.row(row))) {
            unpublished.addRows(Set.of(row));
        }
    }

    @Override
    public void lost(String row) {
        changed(row, Map.of());
    }

    /** How many rows wait for the store. */
    int waiting() {
        return unpublished.size();
    }

    /** Whether the store was there at the last attempt. */
    boolean isReached() {
        return !away;
    }

    /** Publishes what waits; whether nothing waits any more. */
    synchronized boolean publish() {
        try {
            requireOurTurn();
            adopt();
            if (away) {
                // It may have lost anything meanwhile.
                unpublished.addRows(book.senders());
            }
            writeRows();
            writePairs();
            away = false;
            found();
            return true;
        } catch (StandingByException e) {
            return false;
        } catch (SignalStoreUnavailableException e) {
            away = true;
            meters.writeFailed();
            lost(e);
            return false;
        }
    }

    /** Takes over what was published before this process started, if the store is there and that was not done. */
    synchronized void adoptIfReached() {
        try {
            requireOurTurn();
            adopt();
        } catch (StandingByException e) {
            log.debug("Nothing is taken over: {}", e.getMessage());
        } catch (SignalStoreUnavailableException e) {
            lost(e);
        }
    }

    /**
     * Asked for anew before each row: a lock that expires within a minute's work would go back and forth between two processes,
     * neither of which ever ends. Of what was known nothing is kept, or what was put or deleted at the other would come back.
     */
    private void requireOurTurn() {
        if (!turn.isOurs()) {
            adopted = false;
            away = true;
            adoption.forget();
            throw new StandingByException(turn.other().orElse("nobody"));
        }
    }

    /** Why nothing can be written now; empty if all is well, as far as is known. */
    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    private void lost(SignalStoreUnavailableException problem) {
        boolean full = problem instanceof SignalStoreFullException;
        if (trouble == null || full != meters.isFull()) {
            log.warn("Round-trip times stay in force here, but are not shared: {}", problem.getMessage());
        }
        trouble = problem.getMessage();
        meters.full(full);
    }

    private void found() {
        if (trouble != null) {
            log.info("Redis takes round-trip times again");
        }
        trouble = null;
        meters.full(false);
    }

    private void adopt() {
        if (!adopted) {
            Set<String> rows = new HashSet<>();
            store.read((from, published) -> {
                requireOurTurn();
                adoption.adopt(from, published);
                rows.add(from);
            });
            unpublished.addRows(adoption.adopted());
            unpublished.addRows(rows);
            adopted = true;
        }
    }

    private void writeRows() {
        Set<String> left = new HashSet<>(unpublished.takeRows());
        try {
            for (String row : Set.copyOf(left)) {
                requireOurTurn();
                store.replace(row, book.row(row));
                left.remove(row);
                meters.written();
            }
        } finally {
            unpublished.addRows(left);
        }
    }

    private void writePairs() {
        Map<String, Set<String>> left = new HashMap<>(unpublished.takePairs());
        try {
            for (Map.Entry<String, Set<String>> row : Map.copyOf(left).entrySet()) {
                requireOurTurn();
                write(row.getKey(), row.getValue());
                left.remove(row.getKey());
                meters.written();
            }
        } finally {
            unpublished.addPairs(left);
        }
    }

    private void write(String from, Set<String> receivers) {
        Map<String, RoundTripTime> values = new HashMap<>();
        receivers.forEach(to -> book.find(from, to).ifPresent(value -> values.put(to, value)));
        if (values.size() == receivers.size()) {
            store.publish(from, values);
        } else {
            store.replace(from, book.row(from));
        }
        meters.written(values.size());
    }
}
