package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests for one member, which is the management cluster itself, and questions about them. */
final class GlobalTrainingWorkload implements TrainingWorkload {
    private static final int REQUESTS = 50;
    private static final int NODES = 100;
    private static final int QUESTIONS = 10;
    private static final String EXPLAIN = "/api/v1/requests/default/training-0/explain";

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        try (TrainingKubernetesApi api = new TrainingKubernetesApi(work);
                KubernetesClient client = api.client()) {
            new AotTrainingCluster(client, NODES).create();
            define(client);
            member(client);
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            AotTrainedService service = AotTrainedService.start(command, environment);
            for (int i = 0; i < REQUESTS; i++) {
                service.send("POST", "/api/v1/requests", request(i));
            }
            service.probe(10);
            for (String path :
                    List.of("/api/v1/requests?limit=100", "/api/v1/clusters", "/api/v1/leftovers", EXPLAIN)) {
                service.get(path, 10);
            }
            for (int i = 0; i < QUESTIONS; i++) {
                service.send("POST", "/api/v1/requests:explain", question());
            }
            service.stop();
        }
    }

    private static void define(KubernetesClient client) {
        client.resource(new CustomResourceDefinitionBuilder()
                        .withNewMetadata()
                        .withName("globalrequests.edgewise.dev")
                        .endMetadata()
                        .withNewSpec()
                        .withGroup("edgewise.dev")
                        .withScope("Namespaced")
                        .withNewNames()
                        .withKind("GlobalRequest")
                        .withPlural("globalrequests")
                        .endNames()
                        .addNewVersion()
                        .withName("v1alpha1")
                        .withServed(true)
                        .withStorage(true)
                        .withNewSubresources()
                        .withNewStatus()
                        .endStatus()
                        .endSubresources()
                        .endVersion()
                        .endSpec()
                        .build())
                .create();
    }

    /** The member's API server is that of the requests, past TLS. */
    private static void member(KubernetesClient client) {
        String kubeconfig =
                """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {token: training}}]
                """
                        .formatted(client.getMasterUrl().toString().replaceAll("/$", ""));
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("member-edge")
                        .withNamespace("default")
                        .addToLabels("edgewise.dev/cluster", "edge")
                        .addToAnnotations("edgewise.dev/namespaces", "default")
                        .endMetadata()
                        .addToData(
                                "kubeconfig",
                                Base64.getEncoder().encodeToString(kubeconfig.getBytes(StandardCharsets.UTF_8)))
                        .build())
                .create();
    }

    /** Asks where pods of a Deployment would go. */
    private static String question() {
        return """
                {"namespace": "default", "clusters": [["edge"]], "manifests": {"inline":
                "apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: web}\\nspec: {replicas: 3, selector: {matchLabels: {app: web}}, \
                template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: web, resources: {requests: {cpu: 100m}}}]}}}"}}
                """;
    }

    private static String request(int number) {
        return """
                {"namespace": "default", "name": "training-%1$d", "clusters": [["edge"]], "manifests": {"inline":
                "apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: training-%1$d}\\ndata: {a: b}"}}
                """
                .formatted(number);
    }
}
