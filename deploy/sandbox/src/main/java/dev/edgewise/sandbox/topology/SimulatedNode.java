package dev.edgewise.sandbox.topology;

/**
 * A node of the simulated cluster.
 *
 * @param name node name, also its {@code kubernetes.io/hostname}
 * @param site where it is: label {@code topology.kubernetes.io/zone}
 * @param region which sites are near each other: label {@code topology.kubernetes.io/region}
 * @param cloud whether it is a cloud node: label {@code kubernetes.io/role=cloud} instead of {@code edge}
 * @param cpuCores allocatable cores, at least 1
 * @param memoryGib allocatable memory in GiB, at least 1
 */
public record SimulatedNode(String name, String site, String region, boolean cloud, int cpuCores, int memoryGib) {
    public SimulatedNode {
        if (cpuCores < 1 || memoryGib < 1) {
            throw new IllegalArgumentException("node " + name + ": " + cpuCores + " cores and " + memoryGib
                    + " GiB; at least 1 of each is needed");
        }
    }
}
