package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.model.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the pods of each controller as far as its reservations need them: the requests of the bound pods, and the
 * highest priority. A pod counts as bound only if it has the condition {@code PodScheduled} and its node exists:
 * clients with the right to create pods can name a node, but not write that condition. Not thread-safe.
 */
final class ControllerPods {
    private final Map<Key, Own> byController = new HashMap<>();
    private final Predicate<String> nodeExists;
    private int basePriority;

    /** @param nodeExists whether there is a node of that name */
    ControllerPods(Predicate<String> nodeExists) {
        this.nodeExists = nodeExists;
    }

    /** A controller of pods. */
    record Key(String namespace, String uid) {
        /** Returns the key; null for a reservation that is for pods with certain labels. */
        static @Nullable Key of(Reservation reservation) {
            return reservation.user() instanceof ReservationPodMatcher.Owner owner
                    ? new Key(reservation.key().namespace(), owner.uid())
                    : null;
        }

        private static @Nullable Key of(Pod pod) {
            return pod.controllerUid().isEmpty() ? null : new Key(pod.namespace(), pod.controllerUid());
        }
    }

    private record Requested(int pods, long milliCpu, long memory) {
        /** Returns null once no pod is left. */
        private @Nullable Requested plusOrNone(Requested other) {
            return pods + other.pods == 0
                    ? null
                    : new Requested(pods + other.pods, milliCpu + other.milliCpu, memory + other.memory);
        }
    }

    private static final class Own {
        /** The requests for CPU and memory of the bound pods, by node. */
        private final Map<String, Requested> bound = new HashMap<>();
        /** Number of pods by priority, without those that a scheduling gate keeps from being placed. */
        private final TreeMap<Integer, Integer> priorities = new TreeMap<>();

        private void add(Pod pod, int count) {
            String node = pod.spec().nodeName();
            if (node != null && pod.status().scheduled()) {
                Resources requests = pod.spec().requests().needed();
                Requested more = new Requested(count, count * requests.milliCpu(), count * requests.memory());
                bound.merge(node, more, Requested::plusOrNone);
            }
            if (pod.spec().gates().isEmpty()) {
                priorities.merge(pod.spec().priority(), count, ControllerPods::sumOrNone);
            }
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

    /** Returns what its bound pods request of CPU and memory. */
    Resources requestsOfBound(Key controller) {
        Own own = byController.get(controller);
        if (own == null) {
            return Resources.NONE;
        }
        long milliCpu = 0;
        long memory = 0;
        for (Map.Entry<String, Requested> there : own.bound.entrySet()) {
            if (nodeExists.test(there.getKey())) {
                milliCpu += there.getValue().milliCpu();
                memory += there.getValue().memory();
            }
        }
        return new Resources(milliCpu, memory, 0, Map.of());
    }

    /**
     * @param priority of what is reserved for pods that are not known: that of a pod without a PriorityClass of its own
     */
    void baseOn(int priority) {
        basePriority = priority;
    }

    /** Returns the highest priority of the controller's pods; null if it has none that may be placed. */
    @Nullable
    Integer priority(Key controller) {
        Own own = byController.get(controller);
        return own == null || own.priorities.isEmpty() ? null : own.priorities.lastKey();
    }

    /**
     * Returns the priority of the pods that the reservation is for: the highest of its controller's, and the base
     * priority where none is known.
     */
    int priority(Reservation reservation) {
        Key controller = Key.of(reservation);
        Integer highest = controller == null ? null : priority(controller);
        return highest == null ? basePriority : highest;
    }
}
