package dev.edgewise.common.signal;

import java.util.Map;
import java.util.Set;

/**
 * A store through which the services share one kind of signal: rows of fields, such as, for round-trip times, a row for
 * each sender with a field for each receiver. Each row has a single writer. All methods may be called from any thread.
 *
 * @param <V> the signal, a value with equality
 */
public interface SignalStore<V> {
    /**
     * Hands over each row that holds a value, one after the other, so that they need not all be in memory at once.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached now, or not any more: some rows were
     *     handed over then
     */
    void read(RowListener<V> each);

    /**
     * Sets these fields of a row and leaves its others. Only values that differ are written; followers hear of the row
     * only if one did, so that the call is idempotent.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached now; the call may be repeated
     */
    void publish(String row, Map<String, V> values);

    /**
     * Makes these the only fields of a row: {@link #publish}, and the fields not named are removed. No values: no row.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached now; the call may be repeated
     */
    void replace(String row, Map<String, V> values);

    /**
     * Forgets nodes that left the cluster: their rows, and their fields in the rows of others.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached now; the call may be repeated
     */
    void dropNodes(Set<String> nodes);

    /**
     * Makes each follower read all rows again. Called by a writer that takes over: the one before may have ended
     * between a change and its announcement.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached now; the call may be repeated
     */
    void announceAll();

    /**
     * Returns, once, whether the store lost what was written here without a deletion by this process: it was emptied,
     * and all rows should be written again.
     *
     * @throws SignalStoreUnavailableException if the store cannot be reached now; the call may be repeated
     */
    default boolean consumeDataLoss() {
        return false;
    }

    /**
     * Calls the listener with each row there is, then with each row that changes, until closed. After a time without
     * connection, or if changes were missed, all rows are announced again, and those that vanished as empty, or as lost
     * if the store forgot them. While the store is unreachable nothing is announced: the last announced values stay in
     * force. Returns at once; never throws.
     */
    SignalSubscription follow(RowListener<V> listener);
}
