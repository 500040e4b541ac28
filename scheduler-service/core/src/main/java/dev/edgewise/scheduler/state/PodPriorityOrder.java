package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Orders pods by how much their loss costs: higher priority first, then the one that has run longer. */
public final class PodPriorityOrder {
    /** A pod that its kubelet has not taken on has run the shortest, whatever another's clock says. */
    public static final Comparator<Pod> MOST_IMPORTANT_FIRST = Comparator.comparingInt(
                    (Pod pod) -> pod.spec().priority())
            .reversed()
            .thenComparing(PodPriorityOrder::start, Comparator.nullsLast(Comparator.naturalOrder()));

    private PodPriorityOrder() {}

    static List<Pod> sorted(List<Pod> pods) {
        List<Pod> sorted = new ArrayList<>(pods);
        sorted.sort(MOST_IMPORTANT_FIRST);
        return List.copyOf(sorted);
    }

    /** Returns the sorted pods whose priority is lower. */
    static List<Pod> lowerThan(int priority, List<Pod> mostImportantFirst) {
        int low = 0;
        int high = mostImportantFirst.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (mostImportantFirst.get(middle).spec().priority() < priority) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return mostImportantFirst.subList(low, mostImportantFirst.size());
    }

    private static @Nullable Instant start(Pod pod) {
        return pod.status().startedAt();
    }
}
