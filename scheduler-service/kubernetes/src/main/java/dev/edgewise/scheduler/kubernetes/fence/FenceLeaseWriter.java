package dev.edgewise.scheduler.kubernetes.fence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Says in a Lease, which global-scheduler reads, that the fence runs, and in which namespaces. */
final class FenceLeaseWriter {
    private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/" + MemberFenceNames.MEMBER_NAMESPACE
            + "/leases/" + MemberFenceNames.LEASE;

    /** The API server takes six digits, and no others. */
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiServerClient api;
    private final String holder;
    private final Clock clock;

    /** @param holder name of this replica */
    FenceLeaseWriter(ApiServerClient api, String holder, Clock clock) {
        this.api = api;
        this.holder = holder;
        this.clock = clock;
    }

    ApiResponse renew(List<String> namespaces) throws ApiUnavailableException {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .putObject("annotations")
                .put(MemberFenceNames.NAMESPACES_ANNOTATION, String.join(",", namespaces));
        patch.putObject("spec")
                .put("holderIdentity", holder)
                .put("leaseDurationSeconds", MemberFenceNames.LEASE_DURATION.toSeconds())
                .put("renewTime", MICRO_TIME.format(clock.instant()));
        return api.patch(PATH, ApiServerClient.MERGE_PATCH, patch.toString());
    }
}
