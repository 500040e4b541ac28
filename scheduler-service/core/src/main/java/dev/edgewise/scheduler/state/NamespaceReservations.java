package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Reservation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of one namespace: how many there are, which may hold capacity, and which wait for it. Not
 * thread-safe.
 */
final class NamespaceReservations {
    /** Reservations that were accepted once and have not ended, taken or not. */
    final Set<ReservationEntry> holding = new HashSet<>();

    private final TreeSet<ReservationEntry> waiting = new TreeSet<>(ReservationEntry.OLDEST_FIRST);
    private int objects;
    /** The last one that was looked at, where there are more than are looked at together. */
    private @Nullable ReservationEntry last;

    int objects() {
        return objects;
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    void add(ReservationEntry standing) {
        objects++;
        sort(standing);
    }

    void remove(ReservationEntry standing) {
        objects--;
        waiting.remove(standing);
        holding.remove(standing);
    }

    /** Takes in the object as it is now. */
    void replace(ReservationEntry standing, Reservation now) {
        waiting.remove(standing);
        standing.reservation = now;
        sort(standing);
    }

    /** Sorts a reservation in by its present state. */
    void sort(ReservationEntry standing) {
        if (standing.isWaiting()) {
            holding.remove(standing);
            waiting.add(standing);
        } else {
            waiting.remove(standing);
            if (standing.end == null) {
                holding.add(standing);
            } else {
                holding.remove(standing);
            }
        }
    }

    /** Returns those that wait, oldest first; where there are more than that, the next ones in turn. */
    List<ReservationEntry> next(int most) {
        if (waiting.size() <= most) {
            last = null;
            return new ArrayList<>(waiting);
        }
        List<ReservationEntry> next = new ArrayList<>(most);
        ReservationEntry from = last;
        add(from == null ? waiting : waiting.tailSet(from, false), most, next);
        add(waiting, most, next);
        last = next.get(next.size() - 1);
        return next;
    }

    private static void add(Set<ReservationEntry> from, int most, List<ReservationEntry> to) {
        for (ReservationEntry standing : from) {
            if (to.size() >= most) {
                return;
            }
            to.add(standing);
        }
    }
}
