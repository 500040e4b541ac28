package dev.edgewise.scheduler.model.devices;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodResourceClaim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The allocated claims that a pod uses.
 *
 * @param claims in the pod's order, all allocated
 * @param problem why the pod cannot run anywhere; null if nothing speaks against it, else there are no claims
 */
public record PodClaims(List<ResourceClaim> claims, @Nullable String problem) {
    static final String NOT_SERVED =
            "pods with resource claims need the API resource.k8s.io/v1, which this cluster does not serve";

    public static PodClaims of(Pod pod, DeviceClaims devices) {
        if (!devices.served() && !pod.spec().resourceClaims().isEmpty()) {
            return new PodClaims(List.of(), NOT_SERVED);
        }
        List<ResourceClaim> claims = new ArrayList<>();
        for (PodResourceClaim used : pod.spec().resourceClaims()) {
            String name = used.claim();
            if (name == null) {
                return new PodClaims(List.of(), "the pod's resource claim " + used.name() + whyUnnamed(used));
            }
            ResourceClaim claim = devices.claim(new ResourceClaim.Key(pod.namespace(), name));
            String problem = problem(pod, used, name, claim);
            if (claim == null || problem != null) {
                return new PodClaims(List.of(), problem);
            }
            claims.add(claim);
        }
        return new PodClaims(List.copyOf(claims), null);
    }

    /** Returns whether all devices can be used on the node. */
    public boolean areUsableOn(Node node, Instant now) {
        for (ResourceClaim claim : claims) {
            DeviceAllocation allocation = claim.allocation();
            if (allocation == null || !allocation.isUsableOn(node) || allocation.isLost(now)) {
                return false;
            }
        }
        return true;
    }

    private static String whyUnnamed(PodResourceClaim used) {
        return used.generated() ? " was not made from its template yet" : " names neither a claim nor a template";
    }

    private static @Nullable String problem(
            Pod pod, PodResourceClaim used, String name, @Nullable ResourceClaim claim) {
        String claimName = "resourceclaim \"" + name + "\"";
        if (claim == null) {
            return claimName + " not found";
        }
        if (claim.terminating()) {
            return claimName + " is being deleted";
        }
        if (used.generated() && !claim.ownerPod().equals(pod.uid())) {
            return claimName + " was not created for pod " + pod.key() + " (pod is not owner)";
        }
        if (claim.allocation() == null) {
            return claimName + " is not allocated, and this scheduler does not allocate devices";
        }
        return claim.hasRoomFor(pod.uid())
                ? null
                : claimName + " is in use by " + ResourceClaim.MOST_USERS + " pods, the most that can share one";
    }
}
