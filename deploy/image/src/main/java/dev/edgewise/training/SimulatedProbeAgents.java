package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Agents as the coordinator sees them: a pod on each node, which asks for its peers and reports what it measured. */
final class SimulatedProbeAgents {
    static final String NAMESPACE = "edgewise";

    private static final Pattern PEER = Pattern.compile("\"node\":\"([^\"]+)\",\"address\"");
    private static final long PEERS_LIMIT_SECONDS = 300;

    private final KubernetesClient client;
    private final AotTrainedService coordinator;
    private final List<String> nodes;
    private int round;

    SimulatedProbeAgents(KubernetesClient client, AotTrainedService coordinator, List<String> nodes) {
        this.client = client;
        this.coordinator = coordinator;
        this.nodes = nodes;
    }

    /** Creates their pods, and waits until they have peers. */
    void create() throws Exception {
        for (int i = 0; i < nodes.size(); i++) {
            Pod pod = client.resource(pod(i)).create();
            client.resource(pod.edit()
                            .withNewStatus()
                            .withPhase("Running")
                            .withPodIP("10.1." + i / 250 + "." + (1 + i % 250))
                            .endStatus()
                            .build())
                    .updateStatus();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PEERS_LIMIT_SECONDS);
        while (peers(nodes.get(0)).isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("agents have no peers after " + PEERS_LIMIT_SECONDS + " s");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private Pod pod(int i) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("network-probe-agent-" + i)
                .withNamespace(NAMESPACE)
                .addToLabels("app.kubernetes.io/name", "network-probe-agent")
                .endMetadata()
                .withNewSpec()
                .withNodeName(nodes.get(i))
                .addNewContainer()
                .withName("agent")
                .withImage("agent:1")
                .endContainer()
                .endSpec()
                .build();
    }

    /**
     * Makes each agent report one round: 1 ms for each place between two nodes in the list, and a little more each
     * round.
     */
    void report() throws Exception {
        round++;
        for (int from = 0; from < nodes.size(); from++) {
            int sender = from;
            String results = peers(nodes.get(from)).stream()
                    .map(to -> result(to, 1_000 * Math.abs(sender - nodes.indexOf(to)) + 100 * round))
                    .collect(Collectors.joining(","));
            coordinator.send(
                    "POST",
                    "/api/v1/reports/" + nodes.get(from),
                    "{\"session\":\"0000000000000001\",\"round\":" + round + ",\"sentAtMillis\":" + round
                            + ",\"stalls\":0,\"results\":[" + results + "]}");
        }
    }

    private List<String> peers(String node) throws Exception {
        return PEER.matcher(coordinator.read("/api/v1/peers/" + node))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String result(String to, int micros) {
        return "{\"to\":\"" + to + "\",\"via\":\"udp\",\"sent\":5,\"rttMicros\":[" + micros + "," + (micros + 7) + ","
                + (micros + 40) + "," + (micros + 300) + "],\"discarded\":0}";
    }
}
