package dev.edgewise.global.remote;

import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.ClusterDelays;
import dev.edgewise.global.cluster.PlacementLoadEstimator;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.policy.ResponseTimeInputs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the figures from which the time of a request's calls in a cluster follows. Only the policy that ranks by them
 * asks: it takes a pass over the nodes.
 */
final class ResponseTimeInputReader {
    private final Policy policy;
    private final List<PodShape> shapes;
    private final ClusterDelays delays;
    private final MemberRegistry registry;

    ResponseTimeInputReader(Policy policy, List<PodShape> shapes, ClusterDelays delays, MemberRegistry registry) {
        this.policy = policy;
        this.shapes = shapes;
        this.delays = delays;
        this.registry = registry;
    }

    /** @param rest what is free in the cluster; null if that is not known */
    ResponseTimeInputs of(String cluster, @Nullable ClusterCapacity rest) {
        if (policy.type() != PolicyType.RESPONSE_TIME) {
            return ResponseTimeInputs.UNKNOWN;
        }
        MemberSettings settings = settings(cluster);
        MemberHandle source = registry.find(policy.sourceCluster());
        double ofSource =
                source == null ? settings.megabits() : source.settings().megabits();
        return new ResponseTimeInputs(
                delays.fromMember(policy, cluster),
                ResponseTimeInputs.linkMegabits(policy, cluster, ofSource, settings.megabits()),
                settings.speed(),
                rest == null
                        ? Double.NaN
                        : PlacementLoadEstimator.share(
                                rest, shapes, policy.call().functions()));
    }

    private MemberSettings settings(String cluster) {
        MemberHandle handle = registry.find(cluster);
        return handle == null ? MemberSettings.DEFAULT : handle.settings();
    }
}
