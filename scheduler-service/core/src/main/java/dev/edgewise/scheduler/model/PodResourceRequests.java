package dev.edgewise.scheduler.model;

/**
 * The total requests of a pod: containers, init containers, sidecars, pod level and overhead added up as the kubelet
 * does.
 *
 * @param needed what is checked against a node's free resources
 * @param nonZero the same, with kube-scheduler's 100 milli-CPU and 200 MiB for each container that requests nothing;
 *     used in scores only, so that best-effort pods do not all land on one node
 */
public record PodResourceRequests(Resources needed, Resources nonZero) {
    public static final long DEFAULT_MILLI_CPU = 100;
    public static final long DEFAULT_MEMORY = 200L * 1024 * 1024;
}
