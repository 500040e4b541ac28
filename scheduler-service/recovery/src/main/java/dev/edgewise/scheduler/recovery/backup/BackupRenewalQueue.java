package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A queue of pods that need another backup, each once, first come, first served. A pod for which there is none is
 * retried after a while, a few times, as other pods may release enough capacity meanwhile. For one thread.
 */
final class BackupRenewalQueue {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int MOST_ATTEMPTS = 6;

    private final Ticker ticker;
    /** Untried entries by the pod's uid. */
    private final Map<String, Entry> ready = new LinkedHashMap<>();
    /** Tried entries by the pod's uid, in the order of their attempts. */
    private final Map<String, Entry> tried = new LinkedHashMap<>();

    /**
     * @param times number of failed attempts
     * @param last when it was
     */
    record Entry(Pod pod, int times, long last) {}

    BackupRenewalQueue(Ticker ticker) {
        this.ticker = ticker;
    }

    void add(Pod pod) {
        tried.remove(pod.uid());
        ready.putIfAbsent(pod.uid(), new Entry(pod, 0, 0));
    }

    /** Returns a taken pod to the queue, as there is no backup for it now. */
    void retryLater(Entry entry) {
        String uid = entry.pod().uid();
        if (entry.times() < MOST_ATTEMPTS) {
            tried.remove(uid);
            tried.put(uid, new Entry(entry.pod(), entry.times() + 1, ticker.nanos()));
        }
    }

    /** Removes and returns the next entry; null if none is ready. */
    @Nullable
    Entry poll() {
        Iterator<Entry> again = tried.values().iterator();
        while (again.hasNext()) {
            Entry entry = again.next();
            if (ticker.since(entry.last()).compareTo(RETRY_AFTER) < 0) {
                break;
            }
            again.remove();
            ready.putIfAbsent(entry.pod().uid(), entry);
        }
        Iterator<Entry> next = ready.values().iterator();
        Entry first = next.hasNext() ? next.next() : null;
        if (first != null) {
            next.remove();
        }
        return first;
    }

    /** Returns whether the pod is about to be checked. */
    boolean isReady(Pod pod) {
        return ready.containsKey(pod.uid());
    }

    /** Returns whether no pod is waiting, except those with an earlier attempt. */
    boolean isIdle() {
        return ready.isEmpty();
    }

    void clear() {
        ready.clear();
        tried.clear();
    }
}
