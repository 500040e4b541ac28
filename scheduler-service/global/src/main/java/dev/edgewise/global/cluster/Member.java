package dev.edgewise.global.cluster;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member cluster as it is known now.
 *
 * @param uid uid of its namespace {@code kube-system}; empty until it has answered once
 * @param namespaces namespaces of the management cluster that may use it; {@link #ANY_NAMESPACE} for all, none if it is
 *     empty
 * @param cost of one CPU for an hour, in any unit that all members share; NaN if unknown
 * @param reachable whether its API server answered within the last health period
 * @param capacity null if it is not known
 * @param capacityAt when the capacity was read
 * @param roundTripMillis from the management cluster to its API server, the median of recent requests; NaN if unknown
 * @param energyPercent mean charge of its nodes by its energy signal; NaN if it has none
 * @param problem why it cannot be used, for people; empty if it can
 * @param capacityProblem why its capacity could not be read the last time, for people; empty if it was, or was not
 *     tried yet. The cluster answers all the same
 */
public record Member(
        String name,
        String uid,
        LocationClass location,
        Map<String, String> labels,
        Set<String> namespaces,
        double cost,
        boolean reachable,
        @Nullable ClusterCapacity capacity,
        @Nullable Instant capacityAt,
        double roundTripMillis,
        double energyPercent,
        String problem,
        String capacityProblem) {
    /** The name that stands for all namespaces. */
    public static final String ANY_NAMESPACE = "*";

    /** Makes a member whose capacity is read without a problem. */
    public Member(
            String name,
            String uid,
            LocationClass location,
            Map<String, String> labels,
            Set<String> namespaces,
            double cost,
            boolean reachable,
            @Nullable ClusterCapacity capacity,
            @Nullable Instant capacityAt,
            double roundTripMillis,
            double energyPercent,
            String problem) {
        this(
                name,
                uid,
                location,
                labels,
                namespaces,
                cost,
                reachable,
                capacity,
                capacityAt,
                roundTripMillis,
                energyPercent,
                problem,
                "");
    }

    public Member {
        labels = Map.copyOf(labels);
        namespaces = Set.copyOf(namespaces);
    }

    public boolean mayBeUsedBy(String namespace) {
        return namespaces.contains(ANY_NAMESPACE) || namespaces.contains(namespace);
    }
}
