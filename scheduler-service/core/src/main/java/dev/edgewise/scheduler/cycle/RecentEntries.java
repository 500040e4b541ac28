package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map by uids that forgets an entry some time after it was written, and the oldest one where there are too many.
 * Thread-safe.
 */
final class RecentEntries<V> {
    private final Duration remembered;
    private final int most;
    private final Ticker ticker;
    /** The one that was written last is at the end. */
    private final Map<String, Written<V>> entries = new LinkedHashMap<>();

    private record Written<V>(V value, long at) {}

    /** @param most how many entries there are at most */
    RecentEntries(Duration remembered, int most, Ticker ticker) {
        this.remembered = remembered;
        this.most = most;
        this.ticker = ticker;
    }

    synchronized void put(String uid, V value) {
        entries.remove(uid);
        entries.put(uid, new Written<>(value, ticker.nanos()));
        for (Iterator<Written<V>> oldest = entries.values().iterator(); oldest.hasNext(); oldest.remove()) {
            if (!isOver(oldest.next()) && entries.size() <= most) {
                break;
            }
        }
    }

    synchronized @Nullable V get(String uid) {
        Written<V> written = entries.get(uid);
        return written == null || isOver(written) ? null : written.value();
    }

    synchronized void remove(String uid) {
        entries.remove(uid);
    }

    synchronized int size() {
        return entries.size();
    }

    private boolean isOver(Written<V> written) {
        return ticker.since(written.at()).compareTo(remembered) >= 0;
    }
}
