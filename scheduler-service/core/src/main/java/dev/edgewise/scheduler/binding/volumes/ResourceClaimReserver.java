package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.common.WriteGate;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.devices.DeviceAllocation;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.PodClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Enters a pod into the claims whose devices it uses, as kube-scheduler does right before the binding: the kubelet
 * starts no other pods with them. The entry is removed again if the pod cannot be bound after all.
 */
public final class ResourceClaimReserver implements PreBind {
    private final ClusterState state;
    private final ResourceClaimWriter writer;
    private final WriteGate gate;
    private final Map<String, List<ResourceClaim>> reserved = new ConcurrentHashMap<>();

    /** @param gate without which nothing is written: the current leader may have placed the pod on another node */
    public ResourceClaimReserver(ClusterState state, ResourceClaimWriter writer, WriteGate gate) {
        this.state = state;
        this.writer = writer;
        this.gate = gate;
    }

    @Override
    public void prepare(Pod assigned, Snapshot snapshot) throws BindException {
        if (assigned.spec().resourceClaims().isEmpty()) {
            return;
        }
        List<ResourceClaim> mine = new ArrayList<>();
        reserved.put(assigned.uid(), mine);
        for (ResourceClaim claim : usable(assigned)) {
            if (!claim.users().contains(assigned.uid())) {
                // Before the attempt: one without an answer may have been a success.
                mine.add(claim);
                writer.reserve(claim, assigned);
            }
        }
    }

    @Override
    public void unreserve(Pod assigned) {
        List<ResourceClaim> mine = reserved.remove(assigned.uid());
        if (mine == null || !gate.isOpen()) {
            return;
        }
        for (ResourceClaim claim : mine) {
            try {
                writer.release(claim, assigned);
            } catch (BindException unavailable) {
                // The next attempt enters it again, and a pod that is gone is removed by the claim's controller.
                continue;
            }
        }
    }

    @Override
    public void bound(Pod assigned) {
        reserved.remove(assigned.uid());
    }

    /** The claims as they are now: minutes may have passed since the decision. */
    private List<ResourceClaim> usable(Pod pod) throws BindException {
        Snapshot now = state.snapshot();
        PodClaims claims = PodClaims.of(pod, now.get(DeviceClaims.FACT));
        if (claims.problem() != null) {
            throw new BindException(Cause.REFUSED, claims.problem());
        }
        String name = pod.spec().nodeName();
        NodeState node = name == null ? null : now.node(name);
        if (node == null || !claims.areUsableOn(node.node(), now.takenAt())) {
            throw new BindException(Cause.REFUSED, "resourceclaim not available on node \"" + name + "\" any more");
        }
        for (ResourceClaim claim : claims.claims()) {
            DeviceAllocation allocation = claim.allocation();
            if (allocation != null && allocation.binding() == Binding.PENDING) {
                throw new BindException(
                        Cause.UNAVAILABLE,
                        "resourceclaim \"" + claim.key().name() + "\": its devices are not ready for binding yet");
            }
        }
        return claims.claims();
    }
}
