package dev.edgewise.global.remote;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Duration;

/** The management cluster, by which anchors say whose they are: several may share a member. */
final class ManagementClusterUidReader {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final ApiServerClient api;
    private volatile String uid = "";

    ManagementClusterUidReader(ApiServerClient api) {
        this.api = api;
    }

    /**
     * Returns the uid of the namespace {@code kube-system}, which is asked for once.
     *
     * @throws BusyException if the API server does not answer
     */
    String uid() {
        if (uid.isEmpty()) {
            try {
                ApiResponse reply = api.get("/api/v1/namespaces/kube-system");
                uid = reply.json().path("metadata").path("uid").asText("");
            } catch (ApiUnavailableException unanswered) {
                throw new BusyException("The API server does not answer", RETRY_AFTER);
            }
            if (uid.isEmpty()) {
                throw new BusyException("The API server does not show its namespace kube-system", RETRY_AFTER);
            }
        }
        return uid;
    }
}
