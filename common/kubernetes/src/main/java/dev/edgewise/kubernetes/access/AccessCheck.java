package dev.edgewise.kubernetes.access;

import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Checks the service's own permissions with SelfSubjectAccessReviews. */
public final class AccessCheck {
    private static final String PATH = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final ApiServerClient api;
    private final Retries retries;
    private final String service;

    /** @param service whose roles the message names */
    public AccessCheck(ApiServerClient api, Retries retries, String service) {
        this.api = api;
        this.retries = retries;
        this.service = service;
    }

    /**
     * Every permission that is missing and where to grant it; empty if everything is allowed.
     *
     * @throws ApiUnavailableException if the API server cannot be asked
     */
    public Optional<String> problem(List<Permission> needed) throws ApiUnavailableException {
        List<String> missing = new ArrayList<>();
        for (Permission permission : needed) {
            if (!isAllowed(permission)) {
                missing.add(permission.toString());
            }
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("missing permission to " + String.join(", ", missing)
                        + ". Grant it to the service account in ClusterRole edgewise-" + service
                        + " (what is in one namespace: Role edgewise-" + service + "), or apply the manifests again");
    }

    private boolean isAllowed(Permission permission) throws ApiUnavailableException {
        String review = review(permission);
        ApiResponse reply = retries.send(() -> api.post(PATH, review));
        if (!reply.isSuccess()) {
            throw new ApiUnavailableException("permissions cannot be checked: " + reply.message(), null);
        }
        return reply.json().path("status").path("allowed").asBoolean();
    }

    private static String review(Permission permission) {
        ObjectNode review = JsonMapper.shared().createObjectNode();
        review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SelfSubjectAccessReview");
        permission.addTo(review.putObject("spec"));
        return review.toString();
    }
}
