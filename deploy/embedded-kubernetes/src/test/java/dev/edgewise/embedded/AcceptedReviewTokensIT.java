package dev.edgewise.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptedReviewTokensIT {
    private static TokenReview review(KubernetesClient client, String token) {
        return client.resource(new TokenReviewBuilder()
                        .withNewSpec()
                        .withToken(token)
                        .withAudiences("edgewise-network-probe")
                        .endSpec()
                        .build())
                .create();
    }

    @Test
    void aTokenIsGoodOnceItIsGiven() {
        try (EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
                KubernetesClient client = kubernetes.client()) {
            kubernetes.token("good", "system:serviceaccount:default:agent", Map.of("node-name", "a"));

            TokenReview good = review(client, "good");
            assertThat(good.getStatus().getAuthenticated()).isTrue();
            assertThat(good.getStatus().getAudiences()).containsExactly("edgewise-network-probe");
            assertThat(good.getStatus().getUser().getUsername()).isEqualTo("system:serviceaccount:default:agent");
            assertThat(good.getStatus().getUser().getExtra()).isEqualTo(Map.of("node-name", List.of("a")));
            assertThat(review(client, "other").getStatus().getAuthenticated()).isFalse();
        }
    }
}
