package dev.edgewise.common.security;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks a user's permission with a SubjectAccessReview. */
public final class SubjectAccessReviewer {
    private static final String GROUP = "authorization.k8s.io/v1";
    private static final String PATH = "/apis/" + GROUP + "/subjectaccessreviews";

    private final ReviewApi api;

    public SubjectAccessReviewer(ReviewApi api) {
        this.api = api;
    }

    /** @throws ReviewUnavailableException if that cannot be said now */
    public boolean isAllowed(TokenUser user, Permission permission) {
        ObjectNode review = JsonMapper.shared().createObjectNode();
        review.put("apiVersion", GROUP).put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec");
        spec.put("user", user.name()).put("uid", user.uid());
        ArrayNode groups = spec.putArray("groups");
        user.groups().forEach(groups::add);
        ObjectNode extra = spec.putObject("extra");
        user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
        permission.addTo(spec);
        return TokenReviewer.status(api.create(PATH, review.toString()), "rights")
                .path("allowed")
                .asBoolean(false);
    }
}
