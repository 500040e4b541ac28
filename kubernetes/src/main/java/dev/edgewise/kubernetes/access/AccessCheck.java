package dev.edgewise.kubernetes.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.util.ArrayList;
import java.util.List;

/** Checks the service's own permissions with SelfSubjectAccessReviews. */
public final class AccessCheck {
    private static final String PATH = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

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
        String review = review(access);
        ApiResponse reply = retries.send(() -> api.post(PATH, review));
        if (!reply.isSuccess()) {
            throw new ApiUnavailableException("permissions cannot be checked: " + reply.message(), null);
        }
        return reply.json().path("status").path("allowed").asBoolean();
    }

    private static String review(Access access) {
        String[] parts = access.resource().split("/", 2);
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
        ObjectNode attributes = review.putObject("spec").putObject("resourceAttributes");
        attributes.put("verb", access.verb()).put("group", access.group()).put("resource", parts[0]);
        attributes.put("subresource", parts.length > 1 ? parts[1] : "");
        attributes.put("namespace", access.namespace()).put("name", access.name());
        return review.toString();
    }
}
