package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.coordinator.AgentTokens;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Has the API server say whose token one is. Projected tokens of pods name the pod's node, from Kubernetes 1.30 on. */
final class TokenReviews implements AgentTokens {
    private static final String NODE = "authentication.kubernetes.io/node-name";

    private final KubernetesClient client;
    private final String audience;
    private final String user;

    /** @param user the full name of the agents' service account, {@code system:serviceaccount:<namespace>:<name>} */
    TokenReviews(KubernetesClient client, String audience, String user) {
        this.client = client;
        this.audience = audience;
        this.user = user;
    }

    @Override
    public Optional<String> nodeOf(String token) {
        TokenReview question = new TokenReviewBuilder()
                .withNewSpec()
                .withToken(token)
                .withAudiences(audience)
                .endSpec()
                .build();
        try {
            return node(client.resource(question).create());
        } catch (KubernetesClientException e) {
            throw new TokensUnavailableException("tokens cannot be reviewed: " + e.getMessage(), e);
        }
    }

    private Optional<String> node(TokenReview answer) {
        UserInfo of = answer.getStatus() == null ? null : answer.getStatus().getUser();
        if (of == null
                || !Boolean.TRUE.equals(answer.getStatus().getAuthenticated())
                || !answer.getStatus().getAudiences().contains(audience)
                || !user.equals(of.getUsername())) {
            return Optional.empty();
        }
        Map<String, List<String>> extra = of.getExtra() == null ? Map.of() : of.getExtra();
        return extra.getOrDefault(NODE, List.of()).stream().findFirst();
    }
}
