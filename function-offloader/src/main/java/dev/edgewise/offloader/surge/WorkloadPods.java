package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.safety.Workload;
import java.util.Optional;

/** The pods that run now, as far as is known. */
public interface WorkloadPods {
    /** Whether the pod of that UID is there and not being deleted. */
    boolean runs(String uid);

    /** The number of pods of the workload that are there and not being deleted. */
    long count(Workload workload);

    /**
     * The node of a ready pod of the workload that is not being deleted: beside the pod of that UID, the one that is
     * ready for longest.
     */
    Optional<String> readyBeside(Workload workload, String uid);
}
