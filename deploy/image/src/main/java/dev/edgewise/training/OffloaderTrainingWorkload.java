package dev.edgewise.training;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Three hundred nodes whose charge changes, and functions that follow: plans of all policies, moves that land, probes,
 * and questions why.
 */
final class OffloaderTrainingWorkload implements TrainingWorkload {
    private static final int NODES = 300;
    private static final int FUNCTIONS = 400;
    private static final int ROUNDS = 20;
    private static final String NAMESPACE = "edgewise";

    private final Set<String> replaced = new HashSet<>();

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        try (TrainingKubernetesApi api = new TrainingKubernetesApi(work);
                StubSchedulerService scheduler = new StubSchedulerService();
                KubernetesClient client = api.client()) {
            AotTrainingCluster cluster = new AotTrainingCluster(client, NODES);
            cluster.create();
            SampleFunctions functions = new SampleFunctions(client, cluster.nodes());
            functions.create(NAMESPACE, FUNCTIONS);
            redis.publishCharge(cluster.nodes(), 0);
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            environment.putAll(settings(scheduler));
            AotTrainedService service = AotTrainedService.start(command, environment);
            for (int round = 1; round <= ROUNDS; round++) {
                redis.publishCharge(cluster.nodes(), round);
                TimeUnit.SECONDS.sleep(1);
                land(service, functions);
                ask(service);
            }
            if (replaced.isEmpty()) {
                throw new IllegalStateException("no function was moved: " + service.read("/api/v1/plan?limit=1"));
            }
            service.stop();
        }
    }

    private static Map<String, String> settings(StubSchedulerService scheduler) {
        String prefix = "EDGEWISE_FUNCTION_OFFLOADER_";
        return Map.of(
                "EDGEWISE_KUBERNETES_NAMESPACE",
                NAMESPACE,
                prefix + "INTERVAL",
                "300ms",
                prefix + "SCHEDULER_URL",
                scheduler.url(),
                prefix + "SAFETY_BAD_READINGS",
                "2",
                // The pods of the lesson have just been created.
                prefix + "SAFETY_MIN_AGE",
                "1s",
                prefix + "SAFETY_WORKLOAD_WINDOW",
                "5s");
    }

    private void land(AotTrainedService service, SampleFunctions functions) throws Exception {
        JsonArray moves = new JsonObject(service.read("/api/v1/offloads?limit=500")).getJsonArray("items");
        for (int i = 0; i < moves.size(); i++) {
            JsonObject move = moves.getJsonObject(i);
            if (move.getString("result") == null && replaced.add(move.getString("pod"))) {
                functions.replace(move.getString("pod"), move.getString("target"));
            }
        }
    }

    private static void ask(AotTrainedService service) throws Exception {
        service.probe(10);
        service.get("/api/v1/plan?limit=500", 5);
        for (String policy : List.of("greedy", "zones", "faashouse", "edgewise")) {
            service.send("POST", "/api/v1/plan?policy=" + policy, "");
        }
        service.send("POST", "/api/v1/pause", "{\"reason\":\"training\"}");
        service.send("POST", "/api/v1/resume", "{}");
    }
}
