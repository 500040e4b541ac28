package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.coordinator.AgentTokens;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells the node of an agent's token. Projected tokens of pods name the pod's node, from Kubernetes 1.30 on. */
final class TokenReviews implements AgentTokens {
    private static final String NODE = "authentication.kubernetes.io/node-name";

    private final TokenReviewer reviewer;
    private final String user;

    /** @param user the full name of the agents' service account, {@code system:serviceaccount:<namespace>:<name>} */
    TokenReviews(TokenReviewer reviewer, String user) {
        this.reviewer = reviewer;
        this.user = user;
    }

    @Override
    public Optional<String> nodeOf(String token) {
        return reviewer.userOf(token)
                .filter(of -> user.equals(of.getUsername()))
                .flatMap(TokenReviews::node);
    }

    private static Optional<String> node(UserInfo of) {
        Map<String, List<String>> extra = of.getExtra() == null ? Map.of() : of.getExtra();
        return extra.getOrDefault(NODE, List.of()).stream().findFirst();
    }
}
