package dev.edgewise.training;

import dev.edgewise.testkit.FreePorts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pods of many kinds in bursts on three hundred nodes, probes, questions why, and those of a kube-scheduler. Few of
 * each: what runs without the optimising compiler learns which classes there are, not how often they are used.
 */
final class SchedulerTrainingWorkload implements TrainingWorkload {
    private static final int NODES = 300;
    private static final int BURSTS = 3;
    private static final int PODS_OF_A_BURST = 300;
    private static final int EXTENDED_OF_A_BURST = 20;

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        try (TrainingKubernetesApi api = new TrainingKubernetesApi(work);
                KubernetesClient client = api.client()) {
            AotTrainingCluster cluster = new AotTrainingCluster(client, NODES);
            cluster.create();
            redis.publishTimes(cluster.nodes());
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            int extender = FreePorts.find();
            environment.put("EDGEWISE_SCHEDULER_EXTENDER_PORT", Integer.toString(extender));
            AotTrainedService service = AotTrainedService.start(command, environment);
            for (int burst = 0; burst < BURSTS; burst++) {
                List<Pod> pods = cluster.burst(burst, PODS_OF_A_BURST);
                cluster.awaitPlaced(pods);
                ask(service, pods.get(0));
                for (Pod pod : pods.subList(0, EXTENDED_OF_A_BURST)) {
                    extend(service, extender, pod, cluster.nodes());
                }
                cluster.delete(pods.subList(0, PODS_OF_A_BURST / 2));
            }
            service.stop();
        }
    }

    private static void ask(AotTrainedService service, Pod pod) throws Exception {
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

    /** Calls the extender as a kube-scheduler does for each pod. */
    private static void extend(AotTrainedService service, int port, Pod pod, List<String> nodes) throws Exception {
        String question = "{\"Pod\":" + Serialization.asJson(pod) + ",\"Nodes\":null,\"NodeNames\":"
                + Serialization.asJson(nodes) + "}";
        service.post(port, "/scheduler/filter", question);
        service.post(port, "/scheduler/prioritize", question);
    }
}
