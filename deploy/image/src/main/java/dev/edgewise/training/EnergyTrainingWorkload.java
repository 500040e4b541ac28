package dev.edgewise.training;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Three hundred nodes whose energy is reported and changes, probes, and readings asked for: the beans are those that
 * the build worked out.
 */
final class EnergyTrainingWorkload implements TrainingWorkload {
    private static final int NODES = 300;
    private static final int CHANGES = 8;
    private static final int PERCENT_OF_A_CHANGE = 12;

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        try (TrainingKubernetesApi api = new TrainingKubernetesApi(work);
                KubernetesClient client = api.client()) {
            AotTrainingCluster cluster = new AotTrainingCluster(client, NODES);
            cluster.create();
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            environment.put("EDGEWISE_ENERGY_ADAPTER_REFRESH_EVERY", "500ms");
            environment.put("EDGEWISE_ENERGY_ADAPTER_LEVELS_DWELL", "0s");
            environment.put("EDGEWISE_ENERGY_ADAPTER_TAINTS_ENABLED", "true");
            AotTrainedService service = AotTrainedService.start(command, environment);
            awaitLeader(service);
            for (int change = 0; change < CHANGES; change++) {
                report(service, cluster.nodes(), 96 - change * PERCENT_OF_A_CHANGE);
                TimeUnit.SECONDS.sleep(2);
                ask(service);
            }
            service.stop();
        }
    }

    /** A replica takes reports when it leads, soon after it is ready. */
    private static void awaitLeader(AotTrainedService service) throws Exception {
        for (int i = 0; !service.metrics().contains("edgewise_leader 1.0"); i++) {
            if (i > 300) {
                throw new IllegalStateException("the service does not lead after 30 s");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static void report(AotTrainedService service, List<String> nodes, int percent) throws Exception {
        for (int i = 0; i < nodes.size(); i++) {
            service.send("PUT", "/api/v1/energy/" + nodes.get(i), "{\"percent\":" + (percent + i % 4) + "}");
        }
    }

    private static void ask(AotTrainedService service) throws Exception {
        service.probe(20);
        service.get("/api/v1/energy?limit=500", 10);
        service.get("/api/v1/energy/edge-1", 20);
        service.get("/api/v1/energy/edge-1/history", 10);
    }
}
