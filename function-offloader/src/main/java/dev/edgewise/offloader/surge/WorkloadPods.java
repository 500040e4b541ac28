package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.safety.Workload;
import java.util.Optional;

/** Which pods run now, as far as is known. */
public interface WorkloadPods {
    /** Whether the pod of that UID is there and not being deleted. */
    boolean runs(String uid);

    /** The node of a ready pod of the workload that is not being deleted; the youngest such pod beside the one of that UID. */
    Optional<String> readyBeside(Workload workload, String uid);
}
