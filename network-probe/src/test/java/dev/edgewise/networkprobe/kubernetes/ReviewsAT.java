package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SubjectAccessReviewer;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.common.security.TokenUser;
import dev.edgewise.kubernetes.access.TokenAndAccessReviewClient;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import dev.edgewise.networkprobe.coordinator.web.AgentTokenVerifier;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Reviews of tokens that a real API server made itself. */
@EnabledIfEnvironmentVariable(
        named = "KUBECONFIG",
        matches = ".+",
        disabledReason = "skipped: no control plane; set KUBECONFIG to a disposable cluster")
class ReviewsAT {
    private static final String AUDIENCE = "edgewise-network-probe";
    private static final String RESOURCE = "roundtriptimes";

    private final String namespace = "reviews-" + UUID.randomUUID().toString().substring(0, 8);
    private KubernetesClient client;
    private ApiServerTransport server;
    private ReviewApi api;
    private Authenticator authenticator;

    @BeforeEach
    void createAccounts() {
        client = new KubernetesClientBuilder().build();
        server = ApiServerTransport.of(client.getConfiguration());
        api = new TokenAndAccessReviewClient(new ApiServerClient(server, Duration.ofSeconds(10)), namespace);
        TokenReviewer reviewer = new TokenReviewer(api, AUDIENCE);
        authenticator = new Authenticator(reviewer, Duration.ofMinutes(1), InstantSource.system());
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
        server.close();
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

    /** Requests a token as the kubelet does for a pod's projected volume. */
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

    private boolean isAllowed(String account, String verb, String resource) {
        TokenUser user = authenticator.userOf(token(account, AUDIENCE)).orElseThrow();
        return new SubjectAccessReviewer(api)
                .isAllowed(user, new Permission(verb, "edgewise.dev", resource, namespace));
    }

    @Test
    void rolesSayWhoMayChangeRoundTripTimes() {
        allow("operator", "update");

        // The API server reads roles and their bindings from a watch.
        await().until(() -> isAllowed("operator", "update", RESOURCE));
        assertThat(isAllowed("operator", "delete", RESOURCE)).isFalse();
        assertThat(isAllowed("operator", "update", RESOURCE + "/reprobe")).isFalse();
        assertThat(isAllowed("stranger", "update", RESOURCE)).isFalse();
        assertThat(authenticator.userOf(token("operator", "others"))).isEmpty();
        assertThat(authenticator.userOf("nonsense")).isEmpty();
        assertThat(authenticator.userOf(forged(token("operator", AUDIENCE)))).isEmpty();
    }

    /** Forges a token with the claims of a good one and another signature. */
    private static String forged(String token) {
        return token.substring(0, token.lastIndexOf('.') + 1) + "c2lnbmF0dXJl";
    }

    @Test
    void anAgentsTokenNamesTheNodeOfItsPod() {
        AgentTokenVerifier tokens =
                AgentTokenVerifier.of(authenticator, "system:serviceaccount:" + namespace + ":network-probe-agent");

        assertThat(tokens.nodeOf(tokenOfPodOn("edge-7"))).isEqualTo("edge-7");
        assertThatThrownBy(() -> tokens.nodeOf(token("network-probe-agent", AUDIENCE)))
                .isInstanceOf(RefusedReportException.class)
                .hasMessageContaining("names no pod");
        assertThatThrownBy(() -> tokens.nodeOf(token("operator", AUDIENCE)))
                .isInstanceOf(RefusedReportException.class)
                .hasMessageContaining("is of system:serviceaccount:" + namespace + ":operator");
    }
}
