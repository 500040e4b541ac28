package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.PodClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods on nodes where the devices of their claims are, and lets those wait whose claims have no devices: the
 * kubelet would refuse them. A node's own extended resources are not its business, only those that devices serve.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/dynamicresources, without its allocator.
 */
final class DynamicResources implements Filter {
    public static final String NAME = "DynamicResources";

    private static final Rejection ELSEWHERE = Rejection.unresolvable(NAME, "resourceclaim not available on the node");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        Map<String, Long> scalars = pod.spec().requests().needed().scalars();
        String problem = scalars.isEmpty() ? null : whyWithoutResource(pod, scalars, snapshot);
        if (problem != null) {
            return PreparedNodeFilter.never(Rejection.unresolvable(NAME, problem));
        }
        return pod.spec().resourceClaims().isEmpty() ? PreparedNodeFilter.PASS : check(pod, snapshot);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(
                ClusterEvent.DEVICES_CHANGED,
                ClusterEvent.NODE_ADDED,
                ClusterEvent.NODE_LABELS_CHANGED,
                ClusterEvent.NODE_ALLOCATABLE_CHANGED);
    }

    private static PreparedNodeFilter check(Pod pod, Snapshot snapshot) {
        PodClaims claims = PodClaims.of(pod, snapshot.get(DeviceClaims.FACT));
        String problem = claims.problem();
        if (problem != null) {
            return PreparedNodeFilter.never(Rejection.unresolvable(NAME, problem));
        }
        Instant now = snapshot.takenAt();
        return node -> claims.areUsableOn(node.node(), now) ? null : ELSEWHERE;
    }

    private static @Nullable String whyWithoutResource(Pod pod, Map<String, Long> scalars, Snapshot snapshot) {
        DeviceClaims devices = snapshot.get(DeviceClaims.FACT);
        if (devices.classes().isEmpty()) {
            return null;
        }
        for (Map.Entry<String, Long> scalar : scalars.entrySet()) {
            String served = scalar.getValue() == 0 ? null : devices.classOf(scalar.getKey());
            if (served != null) {
                ResourceClaim.Key made = devices.extendedOf(pod.uid());
                if (made != null) {
                    return "resourceclaim \"" + made.name() + "\" of an earlier attempt has to be deleted first";
                }
                if (!snapshot.isOffered(scalar.getKey())) {
                    return scalar.getKey() + " is served by devices of class " + served
                            + " only, and this scheduler does not allocate devices";
                }
            }
        }
        return null;
    }
}
