package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.goldpinger.PodNodes;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists Goldpinger's pods; from the API server's cache, as the last second does not matter. */
final class GoldpingerPods implements PodNodes {
    private final KubernetesClient client;

    GoldpingerPods(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Map<String, String> read(String namespace, String app) {
        ListOptions options = new ListOptionsBuilder()
                .withLabelSelector("app=" + app)
                .withResourceVersion("0")
                .build();
        List<Pod> pods = namespace.isEmpty()
                ? client.pods().inAnyNamespace().list(options).getItems()
                : client.pods().inNamespace(namespace).list(options).getItems();
        Map<String, String> nodes = new HashMap<>();
        for (Pod pod : pods) {
            String node = pod.getSpec().getNodeName();
            if (node != null) {
                nodes.put(pod.getMetadata().getName(), node);
                if (pod.getStatus() != null && pod.getStatus().getPodIPs() != null) {
                    pod.getStatus().getPodIPs().stream().map(PodIP::getIp).forEach(ip -> nodes.put(ip, node));
                }
            }
        }
        return nodes;
    }
}
