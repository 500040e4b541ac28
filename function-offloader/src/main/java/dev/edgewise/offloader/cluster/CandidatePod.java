package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.safety.UnmovablePodReason;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod on a node that is looked after, as the settings say.
 *
 * @param function whether policies move it; others are moved only when their delay needs are broken
 * @param key {@code namespace/name}, as plans, answers and tables name it: one text for all of them
 * @param node where it runs
 * @param ownerNode node that its annotation names; empty if there is none
 * @param controller that creates it again; null if nothing does
 * @param priority of its PriorityClass
 * @param readySince by the cluster's clock; null while it is not ready
 * @param cpuMillis CPU that it requests, in millicores
 * @param near what it must be near to: names of nodes, and of workloads of its namespace
 * @param app value of its label {@code app}, by which others may refer to it; empty if it has none
 * @param requests all resources that it requests, as a container's requests have them; none with {@link
 *     UnmovablePodReason#MANY_RESOURCES}
 */
public record CandidatePod(
        boolean function,
        String namespace,
        String key,
        String uid,
        String node,
        String ownerNode,
        @Nullable ControllerReference controller,
        int priority,
        @Nullable Instant readySince,
        Set<UnmovablePodReason> unfitReasons,
        long cpuMillis,
        Set<String> near,
        String app,
        Map<String, String> requests) {
    public CandidatePod {
        unfitReasons = Set.copyOf(unfitReasons);
        near = Set.copyOf(near);
        requests = Map.copyOf(requests);
    }

    public String name() {
        return key.substring(namespace.length() + 1);
    }

    /** Whether it is ready and not being deleted. */
    public boolean runs() {
        return readySince != null && stays();
    }

    /** Whether it is not being deleted. */
    public boolean stays() {
        return !unfitReasons.contains(UnmovablePodReason.TERMINATING);
    }
}
