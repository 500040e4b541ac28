package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.access.AccessReviews;
import dev.edgewise.networkprobe.access.ReviewUnavailableException;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Has the API server say whose token one is, and whether the cluster's roles allow that one what it wants. */
final class SubjectAccessReviews implements AccessReviews {
    private static final String GROUP = "edgewise.dev";

    private final TokenReviewer reviewer;
    private final KubernetesClient client;
    private final String namespace;

    /** @param namespace in which it must be allowed */
    SubjectAccessReviews(TokenReviewer reviewer, KubernetesClient client, String namespace) {
        this.reviewer = reviewer;
        this.client = client;
        this.namespace = namespace;
    }

    @Override
    public Verdict review(String token, String verb, String resource) {
        return reviewer.userOf(token)
                .map(user -> isAllowed(user, verb, resource) ? Verdict.ALLOWED : Verdict.FORBIDDEN)
                .orElse(Verdict.UNKNOWN);
    }

    private boolean isAllowed(UserInfo user, String verb, String resource) {
        String[] parts = resource.split("/", 2);
        SubjectAccessReview question = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra())
                .withNewResourceAttributes()
                .withNamespace(namespace)
                .withGroup(GROUP)
                .withVerb(verb)
                .withResource(parts[0])
                .withSubresource(parts.length > 1 ? parts[1] : null)
                .endResourceAttributes()
                .endSpec()
                .build();
        try {
            SubjectAccessReview answer = client.resource(question).create();
            return answer.getStatus() != null
                    && Boolean.TRUE.equals(answer.getStatus().getAllowed());
        } catch (KubernetesClientException e) {
            throw new ReviewUnavailableException("rights cannot be reviewed: " + e.getMessage(), e);
        }
    }
}
