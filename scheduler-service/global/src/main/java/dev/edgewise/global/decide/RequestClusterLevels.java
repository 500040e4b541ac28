package dev.edgewise.global.decide;

import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RequestSpec;
import java.util.List;

/**
 * The levels of a request as its policy understands them.
 *
 * @param hasBids whether the clusters of a level compete; otherwise the request has chosen them itself
 * @param isSet whether all clusters are to have the work
 */
record RequestClusterLevels(List<List<String>> names, boolean hasBids, boolean isSet) {
    static RequestClusterLevels of(RequestSpec spec) {
        PolicyType policy = spec.policy().type();
        List<String> all = spec.clusters().names();
        if (policy == PolicyType.SELECTED_CLUSTER) {
            return new RequestClusterLevels(all.stream().map(List::of).toList(), false, false);
        }
        if (policy == PolicyType.CLUSTER_SET) {
            return new RequestClusterLevels(all.isEmpty() ? List.of() : List.of(all), false, true);
        }
        return new RequestClusterLevels(spec.clusters().levels(), true, false);
    }
}
