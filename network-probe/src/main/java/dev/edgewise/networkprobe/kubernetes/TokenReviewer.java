package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.access.ReviewUnavailableException;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** Has the API server say whose token one is. */
final class TokenReviewer {
    private final KubernetesClient client;
    private final String audience;

    /** @param audience that tokens must be made for */
    TokenReviewer(KubernetesClient client, String audience) {
        this.client = client;
        this.audience = audience;
    }

    /** Empty if the token is not a good one. */
    Optional<UserInfo> userOf(String token) {
        TokenReview question = new TokenReviewBuilder()
                .withNewSpec()
                .withToken(token)
                .withAudiences(audience)
                .endSpec()
                .build();
        try {
            TokenReviewStatus answer = client.resource(question).create().getStatus();
            return answer != null
                            && Boolean.TRUE.equals(answer.getAuthenticated())
                            && answer.getAudiences().contains(audience)
                    ? Optional.ofNullable(answer.getUser())
                    : Optional.empty();
        } catch (KubernetesClientException e) {
            throw new ReviewUnavailableException("tokens cannot be reviewed: " + e.getMessage(), e);
        }
    }
}
