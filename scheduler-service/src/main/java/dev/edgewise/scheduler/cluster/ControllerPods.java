package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservedFor;
import dev.edgewise.scheduler.model.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the pods of each controller are to its reservations: what those that are bound request, and how important the most important one is. Not thread-safe. */
final class ControllerPods {
    private final Map<Key, Own> byController = new HashMap<>();

    /** A controller of pods. */
    record Key(String namespace, String uid) {
        /** Null for a reservation that is for pods with certain labels. */
        static @Nullable Key of(Reservation reservation) {
            return reservation.user() instanceof ReservedFor.Owner owner
                    ? new Key(reservation.key().namespace(), owner.uid())
                    : null;
        }

        private static @Nullable Key of(Pod pod) {
            return pod.controllerUid().isEmpty() ? null : new Key(pod.namespace(), pod.controllerUid());
        }
    }

    private static final class Own {
        private long milliCpu;
        private long memory;
        /** How many have each priority. */
        private final TreeMap<Integer, Integer> priorities = new TreeMap<>();

        private void add(Pod pod, int count) {
            if (pod.spec().nodeName() != null) {
                Resources requests = pod.spec().requests().needed();
                milliCpu += count * requests.milliCpu();
                memory += count * requests.memory();
            }
            priorities.merge(pod.spec().priority(), count, ControllerPods::sumOrNone);
        }
    }

    private static @Nullable Integer sumOrNone(int one, int other) {
        return one + other == 0 ? null : one + other;
    }

    /** Takes in the change of one pod; null where it is not there. */
    void changed(@Nullable Pod before, @Nullable Pod after) {
        Key left = before == null ? null : Key.of(before);
        if (left != null && before != null) {
            add(left, before, -1);
        }
        Key come = after == null ? null : Key.of(after);
        if (come != null && after != null) {
            add(come, after, 1);
        }
        Own own = left == null ? null : byController.get(left);
        if (own != null && own.priorities.isEmpty()) {
            byController.remove(left);
        }
    }

    private void add(Key key, Pod pod, int count) {
        byController.computeIfAbsent(key, first -> new Own()).add(pod, count);
    }

    /** What its bound pods request of CPU and memory. */
    Resources requestsOfBound(Key controller) {
        Own own = byController.get(controller);
        return own == null ? Resources.NONE : new Resources(own.milliCpu, own.memory, 0, Map.of());
    }

    /** The priority of the pods that the reservation is for: the highest of its controller's; 0 where none is known. */
    int priority(Reservation reservation) {
        Key controller = Key.of(reservation);
        Own own = controller == null ? null : byController.get(controller);
        return own == null ? 0 : own.priorities.lastKey();
    }
}
