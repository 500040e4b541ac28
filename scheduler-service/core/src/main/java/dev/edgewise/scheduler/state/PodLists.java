package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations on the lists of a node's pods; each change makes a new list. Pods are compared by identity, not by name.
 */
final class PodLists {
    private PodLists() {}

    static boolean isAmong(List<Pod> pods, Pod pod) {
        for (Pod other : pods) {
            if (other == pod) {
                return true;
            }
        }
        return false;
    }

    static int lowestOf(List<Pod> pods) {
        int lowest = Integer.MAX_VALUE;
        for (Pod pod : pods) {
            lowest = Math.min(lowest, pod.spec().priority());
        }
        return lowest;
    }

    /**
     * Returns the last start in seconds since 1970; the largest number if one has not started, the smallest if there is
     * none.
     */
    static long lastStartOf(List<Pod> pods) {
        long last = Long.MIN_VALUE;
        for (Pod pod : pods) {
            Instant started = pod.status().startedAt();
            if (started == null) {
                return Long.MAX_VALUE;
            }
            last = Math.max(last, started.getEpochSecond());
        }
        return last;
    }

    /**
     * Returns the CPU requests of the pods that started in that second or later, in thousandths of a core. Kubelets
     * date a start in whole seconds; a pod that has not started was placed just now.
     */
    static long milliCpuSince(long second, List<Pod> pods) {
        long milliCpu = 0;
        for (Pod pod : pods) {
            Instant started = pod.status().startedAt();
            if (started == null || started.getEpochSecond() >= second) {
                milliCpu += pod.spec().requests().nonZero().milliCpu();
            }
        }
        return milliCpu;
    }

    static <T> List<T> added(List<T> list, T element) {
        List<T> result = new ArrayList<>(list.size() + 1);
        result.addAll(list);
        result.add(element);
        return result;
    }

    static <T> List<T> removed(List<T> list, T element) {
        if (list.isEmpty()) {
            return list;
        }
        List<T> result = new ArrayList<>(list);
        result.removeIf(candidate -> candidate == element);
        return result;
    }

    /** Returns the list without one occurrence of the element, compared by identity. */
    static <T> List<T> withoutOne(List<T> list, T element) {
        List<T> result = new ArrayList<>(list);
        for (int i = 0; i < result.size(); i++) {
            if (result.get(i) == element) {
                result.remove(i);
                break;
            }
        }
        return result;
    }
}
