package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Some thousand pods of many kinds in bursts on three hundred nodes, probes, and questions why. */
final class SchedulerLesson implements Lesson {
    private static final int NODES = 300;
    private static final int BURSTS = 8;
    private static final int PODS_OF_A_BURST = 1000;

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        try (TrainingApi api = new TrainingApi(work);
                KubernetesClient client = api.client()) {
            TrainingCluster cluster = new TrainingCluster(client, NODES);
            cluster.create();
            redis.publishTimes(cluster.nodes());
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            TrainedService service = TrainedService.start(command, environment);
            for (int burst = 0; burst < BURSTS; burst++) {
                List<Pod> pods = cluster.burst(burst, PODS_OF_A_BURST);
                cluster.awaitPlaced(pods);
                ask(service, pods.get(0));
                cluster.delete(pods.subList(0, PODS_OF_A_BURST / 2));
            }
            service.stop();
        }
    }

    private static void ask(TrainedService service, Pod pod) throws Exception {
        service.probe(10);
        service.get(
                "/api/v1/explain/" + pod.getMetadata().getNamespace() + "/"
                        + pod.getMetadata().getName(),
                10);
        service.get("/api/v1/decisions", 5);
        service.get("/api/v1/nodes", 5);
        service.get("/api/v1/violations", 5);
        service.get("/api/v1/quarantine", 5);
        service.get("/api/v1/recovery", 5);
        service.get("/api/v1/recovery/pods", 5);
        service.send("POST", "/api/v1/explain?profile=edgewise", Serialization.asJson(pod));
    }
}
