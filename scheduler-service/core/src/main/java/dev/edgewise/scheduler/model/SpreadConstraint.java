package dev.edgewise.scheduler.model;

import java.util.Objects;

/**
 * A limit on how unevenly pods that match the selector are spread over the values of a node label.
 *
 * @param maxSkew largest allowed difference to the emptiest domain, at least 1
 * @param hard whether a worse skew excludes the node ({@code DoNotSchedule}) or only lowers its score
 * @param selector over pods of the same namespace, with {@code matchLabelKeys} merged in
 * @param minDomains with fewer domains the smallest count is taken as 0; 1 or more
 * @param honourAffinity whether nodes that the pod's node affinity excludes are left out of the count
 * @param honourTaints whether nodes with taints that the pod does not tolerate are left out of the count
 */
public record SpreadConstraint(
        int maxSkew,
        String topologyKey,
        boolean hard,
        LabelSelector selector,
        int minDomains,
        boolean honourAffinity,
        boolean honourTaints) {
    public SpreadConstraint {
        Objects.requireNonNull(topologyKey, "topologyKey");
    }
}
