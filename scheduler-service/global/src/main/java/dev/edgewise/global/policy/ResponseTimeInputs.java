package dev.edgewise.global.policy;

import dev.edgewise.common.FunctionCallTimeEstimator;
import dev.edgewise.global.model.Policy;

/**
 * The figures of a cluster from which the time of a call to functions there follows.
 *
 * @param returnMillis delay from the cluster to that which gets the result; NaN if unknown
 * @param megabits rate of the link from the source, in Mbit/s
 * @param speed of its CPUs, 1 for the usual one
 * @param loadShare the share of the CPU that is requested on the nodes that take the pods, these included, 0 to 1; NaN
 *     if unknown
 */
public record ResponseTimeInputs(double returnMillis, double megabits, double speed, double loadShare) {
    public static final ResponseTimeInputs UNKNOWN = new ResponseTimeInputs(Double.NaN, Double.NaN, 1, Double.NaN);

    /**
     * Returns the rate of the link from the policy's source to a cluster: the slower one of the links of both, and that
     * of a local network within one.
     *
     * @param ofSource rate of the link of the source's cluster, in Mbit/s
     * @param ofCluster rate of the link of the cluster
     */
    public static double linkMegabits(Policy policy, String cluster, double ofSource, double ofCluster) {
        return policy.sourceCluster().equals(cluster)
                ? FunctionCallTimeEstimator.LAN_MEGABITS
                : Math.min(ofSource, ofCluster);
    }
}
