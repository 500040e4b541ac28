package dev.edgewise.benchmarks.decision;

/** Labels of the benchmark's nodes. */
final class NodeLabelNames {
    static final String HOSTNAME = "kubernetes.io/hostname";
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String REGION = "topology.kubernetes.io/region";
    static final String DISK = "disk";
    static final String DEDICATED = "dedicated";

    private NodeLabelNames() {}
}
