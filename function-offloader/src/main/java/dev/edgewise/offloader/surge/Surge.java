package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.util.Set;

/**
 * A workload that has one replica more for a while.
 *
 * @param pod {@code namespace/name} of the pod that is to leave
 * @param uid of that pod
 * @param node where that pod runs
 * @param target where the replacement is to run
 */
public record Surge(String pod, String uid, Workload workload, String node, String target) {
    static Surge of(MovablePod pod, String target) {
        return new Surge(pod.name(), pod.uid(), pod.workload(), pod.node(), target);
    }

    /**
     * The pod as far as it is recorded, one of the two that its workload has meanwhile; what the safety rules need no
     * more is left out.
     */
    MovablePod leaving() {
        return new MovablePod(pod, uid, workload, node, 0, Duration.ZERO, 2, 2, Set.of());
    }
}
