package dev.edgewise.kubernetes.access;

import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Json;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.util.ArrayList;
import java.util.List;

/** Checks the service's own permissions with SelfSubjectAccessReviews. */
public final class AccessCheck {
    private static final String PATH = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final String REVIEW =
            "{\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":\"SelfSubjectAccessReview\",\"spec\":{"
                    + "\"resourceAttributes\":{\"verb\":%s,\"group\":%s,\"resource\":%s,\"subresource\":%s,"
                    + "\"namespace\":%s,\"name\":%s}}}";

    private final ApiRequests api;
    private final Retries retries;
    private final String service;

    /** @param service whose roles the message names */
    public AccessCheck(ApiRequests api, Retries retries, String service) {
        this.api = api;
        this.retries = retries;
        this.service = service;
    }

    /**
     * Returns if everything is allowed.
     *
     * @throws MissingAccessException naming every permission that is missing and where to grant it
     * @throws ApiUnavailableException if the API server cannot be asked
     */
    public void require(List<Access> needed) throws ApiUnavailableException {
        List<Access> missing = new ArrayList<>();
        for (Access access : needed) {
            if (!isAllowed(access)) {
                missing.add(access);
            }
        }
        if (!missing.isEmpty()) {
            throw new MissingAccessException(missing, service);
        }
    }

    private boolean isAllowed(Access access) throws ApiUnavailableException {
        int slash = access.resource().indexOf('/');
        String resource = slash < 0 ? access.resource() : access.resource().substring(0, slash);
        String subresource = slash < 0 ? "" : access.resource().substring(slash + 1);
        String review = Json.format(
                REVIEW, access.verb(), access.group(), resource, subresource, access.namespace(), access.name());
        ApiResponse reply = retries.send(() -> api.post(PATH, review));
        if (!reply.isSuccess()) {
            throw new ApiUnavailableException("permissions cannot be checked: " + reply.message(), null);
        }
        return reply.json().path("status").path("allowed").asBoolean();
    }
}
