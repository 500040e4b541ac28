package dev.edgewise.scheduler.reservations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A queue of writes: namespaces take turns, and deletions come last. It also holds reservations that are to be checked
 * again later. Not thread-safe.
 */
final class WriteQueue {
    private final Map<String, ReservationWrite> byUid = new HashMap<>();
    /** The writes by namespace; the namespace whose turn is next comes first. */
    private final LinkedHashMap<String, TreeSet<ReservationWrite>> writes = new LinkedHashMap<>();

    private final LinkedHashMap<String, TreeSet<ReservationWrite>> deletions = new LinkedHashMap<>();
    private final Map<String, Rest> restingByUid = new HashMap<>();
    private final TreeSet<Rest> resting =
            new TreeSet<>(Comparator.comparingLong(Rest::until).thenComparing(Rest::uid));

    private record Rest(long until, String uid) {}

    /** Adds a write; there is at most one for each reservation. */
    void add(ReservationWrite write) {
        byUid.put(write.uid(), write);
        of(write)
                .computeIfAbsent(write.namespace(), name -> new TreeSet<>(ReservationWrite.ORDER))
                .add(write);
    }

    /** Schedules another check for then, by the ticker; an earlier time that was set before remains. */
    void rest(String uid, long until) {
        Rest known = restingByUid.get(uid);
        if (known == null || until < known.until()) {
            wake(known);
            Rest rest = new Rest(until, uid);
            restingByUid.put(uid, rest);
            resting.add(rest);
        }
    }

    /** Removes the reservation's write and its next check. */
    void remove(String uid) {
        ReservationWrite write = byUid.remove(uid);
        if (write != null) {
            TreeSet<ReservationWrite> own = of(write).get(write.namespace());
            if (own != null && own.remove(write) && own.isEmpty()) {
                of(write).remove(write.namespace());
            }
        }
        wake(restingByUid.remove(uid));
    }

    private void wake(@Nullable Rest rest) {
        if (rest != null) {
            resting.remove(rest);
        }
    }

    /** Returns the uids whose next check is due. */
    List<String> takeRested(long now) {
        List<String> rested = new ArrayList<>();
        while (!resting.isEmpty() && resting.first().until() - now <= 0) {
            Rest rest = resting.first();
            resting.remove(rest);
            restingByUid.remove(rest.uid());
            rested.add(rest.uid());
        }
        return rested;
    }

    /** Takes the next write; null if there is none. */
    @Nullable
    ReservationWrite poll() {
        LinkedHashMap<String, TreeSet<ReservationWrite>> next = writes.isEmpty() ? deletions : writes;
        if (next.isEmpty()) {
            return null;
        }
        String namespace = next.keySet().iterator().next();
        TreeSet<ReservationWrite> own = next.remove(namespace);
        ReservationWrite write = own.first();
        own.remove(write);
        byUid.remove(write.uid());
        if (!own.isEmpty()) {
            // The others have their turns first.
            next.put(namespace, own);
        }
        return write;
    }

    void clear() {
        byUid.clear();
        writes.clear();
        deletions.clear();
        restingByUid.clear();
        resting.clear();
    }

    private LinkedHashMap<String, TreeSet<ReservationWrite>> of(ReservationWrite write) {
        return write.deletes() ? deletions : writes;
    }
}
