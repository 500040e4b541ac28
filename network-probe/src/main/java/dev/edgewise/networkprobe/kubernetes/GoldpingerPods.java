package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.goldpinger.GoldpingerPodNodes;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Lists Goldpinger's pods; from the API server's cache, as the last second does not matter. */
final class GoldpingerPods implements GoldpingerPodNodes {
    private final KubernetesClient client;

    GoldpingerPods(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Map<String, String> read(String namespace, String app) {
        List<Pod> pods = new ArrayList<>();
        // Its own manifests set the first label, its Helm chart the second; a selector cannot name either.
        for (String label : List.of("app", "app.kubernetes.io/name")) {
            ListOptions options = new ListOptionsBuilder()
                    .withLabelSelector(label + "=" + app)
                    .withResourceVersion("0")
                    .build();
            pods.addAll(
                    namespace.isEmpty()
                            ? client.pods().inAnyNamespace().list(options).getItems()
                            : client.pods().inNamespace(namespace).list(options).getItems());
        }
        return nodes(pods);
    }

    /**
     * Goldpinger names a pod without its namespace, and anybody may give a pod such a name and label: what two nodes
     * have is of neither.
     */
    static Map<String, String> nodes(List<Pod> pods) {
        Map<String, String> nodes = new HashMap<>();
        Set<String> ambiguous = new HashSet<>();
        for (Pod pod : pods) {
            String node = pod.getSpec().getNodeName();
            if (node != null) {
                names(pod).forEach(name -> {
                    String other = nodes.putIfAbsent(name, node);
                    if (other != null && !other.equals(node)) {
                        ambiguous.add(name);
                    }
                });
            }
        }
        nodes.keySet().removeAll(ambiguous);
        return nodes;
    }

    private static Stream<String> names(Pod pod) {
        Stream<String> name = Stream.of(pod.getMetadata().getName());
        return pod.getStatus() == null || pod.getStatus().getPodIPs() == null
                ? name
                : Stream.concat(name, pod.getStatus().getPodIPs().stream().map(PodIP::getIp));
    }
}
