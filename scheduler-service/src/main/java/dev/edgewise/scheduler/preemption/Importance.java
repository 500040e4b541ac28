package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.Comparator;

/** Which of two pods is worse to lose: that of higher priority, then the one that has run longer. */
final class Importance {
    private Importance() {}

    static Comparator<Pod> mostImportantFirst(Instant now) {
        return (a, b) -> {
            int byPriority = Integer.compare(b.spec().priority(), a.spec().priority());
            return byPriority != 0 ? byPriority : start(a, now).compareTo(start(b, now));
        };
    }

    /** A pod that its kubelet has not taken on starts now. */
    static Instant start(Pod pod, Instant now) {
        Instant startedAt = pod.status().startedAt();
        return startedAt == null ? now : startedAt;
    }
}
