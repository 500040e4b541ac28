package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The claims to devices of a pod. A claim that is not needed is left out, as the kubelet does. */
final class PodResourceClaimsConverter {
    private PodResourceClaimsConverter() {}

    static List<PodResourceClaim> convert(Pod pod) {
        return FieldReader.each("resourceClaims", pod.getSpec().getResourceClaims(), claim -> convert(claim, pod))
                .stream()
                .filter(claim -> claim.claim() == null || !claim.claim().isEmpty())
                .toList();
    }

    /** Returns the claim, with an empty name if none is needed. */
    private static PodResourceClaim convert(io.fabric8.kubernetes.api.model.PodResourceClaim claim, Pod pod) {
        String name = FieldReader.text("name", claim.getName());
        String existing = claim.getResourceClaimName();
        if (existing != null && !existing.isEmpty()) {
            return new PodResourceClaim(name, existing, false);
        }
        return new PodResourceClaim(name, made(name, pod), claim.getResourceClaimTemplateName() != null);
    }

    /** Returns the name of the claim made from the template: null if none was made yet, empty if none is needed. */
    private static @Nullable String made(String name, Pod pod) {
        List<PodResourceClaimStatus> statuses =
                pod.getStatus() == null ? null : pod.getStatus().getResourceClaimStatuses();
        for (PodResourceClaimStatus status : statuses == null ? List.<PodResourceClaimStatus>of() : statuses) {
            if (name.equals(status.getName())) {
                return Objects.requireNonNullElse(status.getResourceClaimName(), "");
            }
        }
        return null;
    }
}
