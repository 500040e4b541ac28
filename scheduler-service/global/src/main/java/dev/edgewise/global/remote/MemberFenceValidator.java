package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.MemberFenceNames;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the fence of a member deletes what is not renewed there: its Lease must have been renewed a short while
 * ago by the clock of the management cluster, which shows at once that the clocks of both clusters differ by less.
 */
final class MemberFenceValidator {
    /** The time by which the clock of a member may be ahead: a fence ends so much earlier. */
    private static final Duration AHEAD = Duration.ofSeconds(5);

    private MemberFenceValidator() {}

    /**
     * Returns why a request with a fence may not rely on the member; null if it may.
     *
     * @param lease the member's answer to the question for the Lease
     * @param namespace in which the fence must delete
     * @param now by the clock of the management cluster
     */
    static @Nullable String problem(MemberReply lease, String cluster, String namespace, Instant now) {
        String why = lease.isSuccess() ? problem(lease.body(), namespace, now) : "it answers " + lease.reason();
        return why.isEmpty()
                ? null
                : "spec.onUnreachable is Fence: it must be Wait or Duplicate, as cluster " + cluster
                        + " does not say that its fence runs in namespace " + namespace + ", " + why;
    }

    private static String problem(JsonNode lease, String namespace, Instant now) {
        String[] fenced = lease.path("metadata")
                .path("annotations")
                .path(MemberFenceNames.NAMESPACES_ANNOTATION)
                .asText()
                .split(",");
        JsonNode renewed = lease.path("spec").path("renewTime");
        if (!renewed.isTextual()) {
            return "its Lease " + MemberFenceNames.LEASE + " was never renewed";
        }
        if (!Arrays.asList(fenced).contains(namespace)) {
            return "its edgewise.scheduler.fence.namespaces lacks that, or the RoleBinding to edgewise-fence is missing";
        }
        try {
            Duration age = Duration.between(Instant.parse(renewed.asText()), now);
            if (age.compareTo(MemberFenceNames.LEASE_DURATION) > 0) {
                return "its Lease " + MemberFenceNames.LEASE + " was renewed " + age.toSeconds()
                        + " s ago: it has ended, or the clocks differ";
            }
            return age.compareTo(AHEAD.negated()) < 0
                    ? "its clock is " + age.negated().toSeconds() + " s ahead"
                    : "";
        } catch (DateTimeParseException edited) {
            return "its Lease " + MemberFenceNames.LEASE + " has no time of renewal";
        }
    }
}
