package dev.edgewise.training;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Two hundred agents that report rounds, a matrix of their nodes that is published and changes, probes, and single
 * pairs read and written.
 */
final class ProbeTrainingWorkload implements TrainingWorkload {
    private static final int NODES = 200;
    private static final int CHANGES = 5;
    private static final int ROUNDS_OF_A_CHANGE = 4;

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        Path matrix = work.resolve("matrix.txt");
        Path metadata = work.resolve("nodes.json");
        try (TrainingKubernetesApi api = new TrainingKubernetesApi(work);
                KubernetesClient client = api.client()) {
            AotTrainingCluster cluster = new AotTrainingCluster(client, NODES);
            cluster.create();
            Files.writeString(matrix, matrix(1));
            Files.writeString(metadata, nodes());
            Map<String, String> environment = new HashMap<>(redis.environment());
            environment.putAll(api.environment());
            environment.put("EDGEWISE_NETWORK_PROBE_SOURCES", "agents,static");
            environment.put("EDGEWISE_NETWORK_PROBE_STATIC_MATRIX", matrix.toString());
            environment.put("EDGEWISE_NETWORK_PROBE_STATIC_METADATA", metadata.toString());
            environment.put("EDGEWISE_NETWORK_PROBE_STATIC_POLL", "100ms");
            environment.put("EDGEWISE_NETWORK_PROBE_AGENTS_ROUND", "500ms");
            environment.put("EDGEWISE_KUBERNETES_NAMESPACE", SimulatedProbeAgents.NAMESPACE);
            AotTrainedService service = AotTrainedService.start(command, environment);
            SimulatedProbeAgents agents = new SimulatedProbeAgents(client, service, cluster.nodes());
            agents.create();
            for (int change = 1; change <= CHANGES; change++) {
                Files.writeString(matrix, matrix(1 + change));
                for (int round = 0; round < ROUNDS_OF_A_CHANGE; round++) {
                    agents.report();
                }
                ask(service, change);
            }
            service.stop();
        }
    }

    private static void ask(AotTrainedService service, int change) throws Exception {
        service.probe(20);
        service.get("/api/v1/rtt?limit=500", 5);
        service.get("/api/v1/rtt/edge-1/edge-2", 20);
        service.send("PUT", "/api/v1/rtt/edge-1/edge-2", "{\"p50Ms\":" + change + "}");
        service.send("POST", "/api/v1/rtt:reprobe", "{\"from\":\"edge-1\",\"to\":[\"edge-150\"]}");
    }

    private static String nodes() {
        return IntStream.range(0, NODES)
                .mapToObj(i -> "\"edge-" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String matrix(int millisPerPlace) {
        return IntStream.range(0, NODES)
                .mapToObj(from -> IntStream.range(0, NODES)
                        .mapToObj(to -> Integer.toString(Math.abs(from - to) * millisPerPlace))
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
