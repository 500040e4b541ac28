package dev.edgewise.rewards.learning.facts;

import dev.edgewise.common.PodTypeName;
import dev.edgewise.rewards.learning.facts.ContainerFacts.Ending;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a pod, as the API server shows it, as far as outcomes depend on it.
 *
 * @param id uid
 * @param name in its namespace
 * @param type as {@link PodTypeName} names it, which says the namespace, too
 * @param node where it is bound; empty: nowhere yet
 * @param phase {@code status.phase}, such as {@code Running}; empty if there is none
 * @param reason {@code status.reason}, such as {@code Evicted} or {@code OutOfcpu}; mostly empty
 * @param message {@code status.message}; mostly empty
 * @param disruption the reason of a true condition {@code DisruptionTarget}, such as {@code PreemptionByScheduler};
 *     mostly empty
 * @param isJob whether a Job owns it, so that its duration can be compared
 * @param isDeleted whether it has a deletion timestamp
 * @param bound when the condition {@code PodScheduled} became true, if the pod has ended; null if unknown
 * @param containers all with a status, init containers too, in any order
 */
public record PodFacts(
        PodUid id,
        String name,
        String type,
        String node,
        String phase,
        String reason,
        String message,
        String disruption,
        boolean isJob,
        boolean isDeleted,
        @Nullable Instant bound,
        List<ContainerFacts> containers) {
    private static final Comparator<ContainerFacts> ORDER =
            Comparator.comparing(ContainerFacts::isInit).thenComparing(ContainerFacts::name);

    /**
     * The most containers of a pod that are learned from: counted outcomes of each are kept for as long as the pod
     * exists.
     */
    private static final int MOST_CONTAINERS = 64;

    public PodFacts {
        bound = isOver(phase) ? bound : null;
        containers = List.copyOf(
                containers.stream().sorted(ORDER).limit(MOST_CONTAINERS).toList());
    }

    /** The uid, as the API server shows it. */
    public String uid() {
        return id.text();
    }

    public String namespace() {
        return PodTypeName.namespace(type);
    }

    /** Returns {@code namespace/name}. */
    public String fullName() {
        return namespace() + "/" + name;
    }

    /** Returns this pod with the same name as another object, which is kept in several places. */
    public PodFacts withName(String known) {
        return new PodFacts(
                id, known, type, node, phase, reason, message, disruption, isJob, isDeleted, bound, containers);
    }

    /**
     * Returns when it ended, or was last seen before that, in ms since the epoch; 0 if it has not ended, or that is
     * unknown.
     */
    public long over() {
        if (!isOver(phase)) {
            return 0;
        }
        long last = bound == null ? 0 : bound.toEpochMilli();
        for (ContainerFacts container : containers) {
            Ending ending = container.ended() == null ? container.endedBefore() : container.ended();
            Instant finished = ending == null ? null : ending.finished();
            last = finished == null ? last : Math.max(last, finished.toEpochMilli());
        }
        return last;
    }

    private static boolean isOver(String phase) {
        return phase.equals("Failed") || phase.equals("Succeeded");
    }
}
