package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.access.AccessReviews.Verdict;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** What a real API server says of tokens that it made itself. */
@EnabledIfEnvironmentVariable(
        named = "KUBECONFIG",
        matches = ".+",
        disabledReason = "skipped: no control plane; set KUBECONFIG to a disposable cluster")
class ReviewsAT {
    private static final String AUDIENCE = "edgewise-network-probe";
    private static final String RESOURCE = "roundtriptimes";

    private final String namespace = "reviews-" + UUID.randomUUID().toString().substring(0, 8);
    private KubernetesClient client;
    private TokenReviewer reviewer;

    @BeforeEach
    void createAccounts() {
        client = new KubernetesClientBuilder().build();
        reviewer = new TokenReviewer(client, AUDIENCE);
        client.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        account("operator");
        account("stranger");
        account("network-probe-agent");
    }

    @AfterEach
    void delete() {
        client.namespaces().withName(namespace).delete();
        client.close();
    }

    private void account(String name) {
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void allow(String account, String verb) {
        client.resource(new RoleBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("rtt-admin")
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("edgewise.dev")
                        .withResources(RESOURCE)
                        .withVerbs(verb)
                        .endRule()
                        .build())
                .create();
        client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("rtt-admin")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", "rtt-admin")
                        .addNewSubject("", "ServiceAccount", account, namespace)
                        .build())
                .create();
    }

    private String token(String account, TokenRequest request) {
        return client.serviceAccounts()
                .inNamespace(namespace)
                .withName(account)
                .tokenRequest(request)
                .getStatus()
                .getToken();
    }

    private String token(String account, String audience) {
        return token(
                account,
                new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(audience)
                        .endSpec()
                        .build());
    }

    /** As the kubelet asks for one for a pod's projected volume. */
    private String tokenOfPodOn(String node) {
        Pod pod = client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("agent")
                        .endMetadata()
                        .withNewSpec()
                        .withServiceAccountName("network-probe-agent")
                        .withNodeName(node)
                        .addNewContainer()
                        .withName("agent")
                        .withImage("agent")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        return token(
                "network-probe-agent",
                new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(AUDIENCE)
                        .withNewBoundObjectRef(
                                "v1", "Pod", "agent", pod.getMetadata().getUid())
                        .endSpec()
                        .build());
    }

    @Test
    void rolesSayWhoMayChangeRoundTripTimes() {
        allow("operator", "update");
        SubjectAccessReviews reviews = new SubjectAccessReviews(reviewer, client, namespace);

        assertThat(reviews.review(token("operator", AUDIENCE), "update", RESOURCE))
                .isEqualTo(Verdict.ALLOWED);
        assertThat(reviews.review(token("operator", AUDIENCE), "delete", RESOURCE))
                .isEqualTo(Verdict.FORBIDDEN);
        assertThat(reviews.review(token("operator", AUDIENCE), "update", RESOURCE + "/reprobe"))
                .isEqualTo(Verdict.FORBIDDEN);
        assertThat(reviews.review(token("stranger", AUDIENCE), "update", RESOURCE))
                .isEqualTo(Verdict.FORBIDDEN);
        assertThat(reviews.review(token("operator", "others"), "update", RESOURCE))
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(reviews.review("nonsense", "update", RESOURCE)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void anAgentsTokenNamesTheNodeOfItsPod() {
        TokenReviews reviews =
                new TokenReviews(reviewer, "system:serviceaccount:" + namespace + ":network-probe-agent");

        assertThat(reviews.nodeOf(tokenOfPodOn("edge-7"))).contains("edge-7");
        assertThat(reviews.nodeOf(token("network-probe-agent", AUDIENCE))).isEmpty();
        assertThat(reviews.nodeOf(token("operator", AUDIENCE))).isEmpty();
    }
}
