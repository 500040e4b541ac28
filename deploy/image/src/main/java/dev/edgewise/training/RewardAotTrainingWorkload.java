package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Three hundred nodes with pods of twenty types, of which some fail again and again; reports of applications, and
 * questions why.
 */
final class RewardAotTrainingWorkload implements TrainingWorkload {
    private static final int NODES = 300;
    private static final int PODS = 300;
    private static final int TYPES = 20;
    private static final int ROUNDS = 3;
    private static final int FAILING = 40;
    private static final long RUN_SECONDS = 10;

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        try (TrainingKubernetesApi api = new TrainingKubernetesApi(work);
                KubernetesClient client = api.client()) {
            AotTrainingCluster cluster = new AotTrainingCluster(client, NODES);
            cluster.create();
            for (int i = 0; i < PODS; i++) {
                client.resource(pod(i, cluster.nodes().get(i % NODES))).create();
                report(client, i, 0);
            }
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            AotTrainedService service = AotTrainedService.start(command, environment);
            awaitLearning(service);
            for (int round = 1; round <= ROUNDS; round++) {
                for (int i = 0; i < FAILING; i++) {
                    report(client, i, round);
                }
                TimeUnit.SECONDS.sleep(2);
                ask(service);
            }
            service.stop();
        }
    }

    private static void awaitLearning(AotTrainedService service) throws Exception {
        for (int i = 0; !service.metrics().contains("edgewise_leader 1.0"); i++) {
            if (i > 300) {
                throw new IllegalStateException("the service does not lead after 30 s");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        TimeUnit.SECONDS.sleep(2);
    }

    private static Pod pod(int number, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("pod-" + number)
                .withNamespace("default")
                .addToLabels("app", "app-" + number % TYPES)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withImage("app:1")
                .endContainer()
                .endSpec()
                .build();
    }

    /** The container runs, after this many runs of 10 s that failed. */
    private static void report(KubernetesClient client, int number, int restarts) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        ContainerStatusBuilder container = new ContainerStatusBuilder()
                .withName("main")
                .withRestartCount(restarts)
                .withState(new ContainerStateBuilder()
                        .withNewRunning()
                        .withStartedAt(now.toString())
                        .endRunning()
                        .build());
        if (restarts > 0) {
            container.withLastState(new ContainerStateBuilder()
                    .withNewTerminated()
                    .withExitCode(1)
                    .withReason("Error")
                    .withStartedAt(now.minusSeconds(RUN_SECONDS).toString())
                    .withFinishedAt(now.toString())
                    .endTerminated()
                    .build());
        }
        Pod pod = client.pods().inNamespace("default").withName("pod-" + number).require();
        pod.setStatus(new PodStatusBuilder()
                .withPhase("Running")
                .withContainerStatuses(container.build())
                .build());
        client.resource(pod).updateStatus();
    }

    private static void ask(AotTrainedService service) throws Exception {
        service.probe(10);
        service.get("/api/v1/rewards?limit=500", 5);
        service.get("/api/v1/rewards/default.app-1", 5);
        service.get("/api/v1/rewards/default.app-1/edge-1", 20);
        service.get("/api/v1/reward-nodes?limit=500", 5);
        service.send("POST", "/api/v1/rewards", "{\"pod\":\"default/pod-1\",\"value\":0.5,\"cause\":\"training\"}");
        service.send("PUT", "/api/v1/rewards/default.app-2/edge-2/pin", "{\"value\":0.5}");
        service.send("DELETE", "/api/v1/rewards/default.app-2/edge-2/pin", "");
    }
}
