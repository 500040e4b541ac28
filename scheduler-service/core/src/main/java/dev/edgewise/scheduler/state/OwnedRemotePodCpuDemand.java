package dev.edgewise.scheduler.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The CPU that each node would need for the pods it owns that are on other nodes, by namespace: no tenant reserves
 * against another. Immutable.
 */
final class OwnedRemotePodCpuDemand {
    static final OwnedRemotePodCpuDemand NONE = new OwnedRemotePodCpuDemand(HashTreePMap.empty());

    private final PMap<Owner, Long> milliCpu;

    private record Owner(String namespace, String node) {}

    private OwnedRemotePodCpuDemand(PMap<Owner, Long> milliCpu) {
        this.milliCpu = milliCpu;
    }

    /** The node that the pod belongs to; null if it does not say. */
    static @Nullable String ownerOf(Pod pod) {
        return pod.annotations().get(Names.OWNER_NODE_ANNOTATION);
    }

    OwnedRemotePodCpuDemand with(Pod placed) {
        return change(placed, 1);
    }

    OwnedRemotePodCpuDemand without(Pod placed) {
        return change(placed, -1);
    }

    long milliCpuOf(String namespace, String node) {
        return milliCpu.getOrDefault(new Owner(namespace, node), 0L);
    }

    private OwnedRemotePodCpuDemand change(Pod placed, int by) {
        String node = ownerOf(placed);
        if (node == null || node.equals(placed.spec().nodeName())) {
            return this;
        }
        Owner owner = new Owner(placed.namespace(), node);
        long sum = milliCpu.getOrDefault(owner, 0L)
                + by * placed.spec().requests().needed().milliCpu();
        return new OwnedRemotePodCpuDemand(sum == 0 ? milliCpu.minus(owner) : milliCpu.plus(owner, sum));
    }
}
