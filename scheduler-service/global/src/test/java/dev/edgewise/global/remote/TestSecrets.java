package dev.edgewise.global.remote;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Secrets of members that no test connects to. */
final class TestSecrets {
    private TestSecrets() {}

    /** Returns a Secret with a kubeconfig. */
    static Secret member(String name, String cluster, String version, Map<String, String> annotations) {
        String kubeconfig =
                """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:9"}}]
                users: [{name: u, user: {token: t}}]
                """;
        return with(name, cluster, version, annotations, "kubeconfig", kubeconfig);
    }

    /** Returns a Secret with a token for the server of a ClusterProfile. */
    static Secret ofProfile(String name, String cluster, String profile) {
        return with(name, cluster, "1", Map.of("edgewise.dev/cluster-profile", profile), "token", "t");
    }

    private static Secret with(
            String name, String cluster, String version, Map<String, String> annotations, String field, String text) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("edgewise")
                .withResourceVersion(version)
                .addToLabels("edgewise.dev/cluster", cluster)
                .addToAnnotations(annotations)
                .endMetadata()
                .addToData(field, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                .build();
    }
}
