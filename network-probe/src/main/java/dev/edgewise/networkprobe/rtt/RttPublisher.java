package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the store to what the table says, row by row, as soon as the store is there. A row that is found to differ, because
 * Redis lost it or another wrote it, is written again.
 */
final class RttPublisher {
    private static final Logger log = LoggerFactory.getLogger(RttPublisher.class);

    private final RttTable table;
    private final SignalStore<RoundTripTime> store;
    private final boolean hasFile;
    private final RttMeters meters;
    private final Set<String> unpublished = ConcurrentHashMap.newKeySet();
    private volatile boolean adopted;

    RttPublisher(RttTable table, SignalStore<RoundTripTime> store, boolean hasFile, RttMeters meters) {
        this.table = table;
        this.store = store;
        this.hasFile = hasFile;
        this.meters = meters;
    }

    /** Notes rows to be published. */
    void changed(Collection<String> rows) {
        unpublished.addAll(rows);
    }

    /** Compares a row of the store with the table's. */
    void compare(String row, Map<String, RoundTripTime> stored) {
        if (adopted && !stored.equals(table.row(row))) {
            unpublished.add(row);
        }
    }

    /** How many rows wait for the store. */
    int waiting() {
        return unpublished.size();
    }

    /** Publishes what waits; whether nothing waits any more. */
    synchronized boolean publish() {
        try {
            adopt();
            for (String row : Set.copyOf(unpublished)) {
                unpublished.remove(row);
                write(row);
            }
            return true;
        } catch (SignalStoreUnavailableException e) {
            meters.writeFailed();
            log.debug("Not published now; rows={} cause={}", unpublished.size(), e.getMessage());
            return false;
        }
    }

    private void adopt() {
        if (!adopted) {
            Map<String, Map<String, RoundTripTime>> published = store.readAll();
            unpublished.addAll(table.adopt(published, hasFile));
            unpublished.addAll(published.keySet());
            adopted = true;
        }
    }

    private void write(String row) {
        try {
            store.replace(row, table.row(row));
            meters.written();
        } catch (SignalStoreUnavailableException e) {
            unpublished.add(row);
            throw e;
        }
    }
}
