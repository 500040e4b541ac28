package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the store to what is in force, as soon as the store is there: whole rows, or the pairs of a row that changed. A row that
 * is found to differ, because Redis lost it or another wrote it, is written again.
 */
final class RttPublisher implements RowListener<RoundTripTime> {
    private static final Logger log = LoggerFactory.getLogger(RttPublisher.class);

    /** Takes over what was published before this process started, and names the rows that so changed. */
    @FunctionalInterface
    interface Adoption {
        Set<String> adopt(Map<String, Map<String, RoundTripTime>> published);
    }

    private final RttBook book;
    private final SignalStore<RoundTripTime> store;
    private final Adoption adoption;
    private final RttMeters meters;
    private final Unpublished unpublished = new Unpublished();
    private volatile boolean adopted;
    private volatile boolean away = true;

    RttPublisher(RttBook book, SignalStore<RoundTripTime> store, Adoption adoption, RttMeters meters) {
        this.book = book;
        this.store = store;
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
            adopt();
            if (away) {
                // It may have lost anything meanwhile.
                unpublished.addRows(book.senders());
            }
            writeRows();
            writePairs();
            away = false;
            return true;
        } catch (SignalStoreUnavailableException e) {
            away = true;
            meters.writeFailed();
            log.debug("Not published now; rows={} cause={}", unpublished.size(), e.getMessage());
            return false;
        }
    }

    /** Takes over what was published before this process started, if the store is there and that was not done. */
    synchronized void adoptIfReached() {
        try {
            adopt();
        } catch (SignalStoreUnavailableException e) {
            log.debug("Nothing adopted now; cause={}", e.getMessage());
        }
    }

    private void adopt() {
        if (!adopted) {
            Map<String, Map<String, RoundTripTime>> published = store.readAll();
            unpublished.addRows(adoption.adopt(published));
            unpublished.addRows(published.keySet());
            adopted = true;
        }
    }

    private void writeRows() {
        Set<String> left = new HashSet<>(unpublished.takeRows());
        try {
            for (String row : Set.copyOf(left)) {
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
