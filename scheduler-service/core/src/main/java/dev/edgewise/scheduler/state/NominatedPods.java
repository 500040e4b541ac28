package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pcollections.PMap;

/** Pods that wait for capacity on a node, by that node. */
final class NominatedPods {
    private NominatedPods() {}

    static PMap<String, List<Pod>> plus(PMap<String, List<Pod>> nominated, Pod pod) {
        String node = nodeOf(pod);
        List<Pod> pods = new ArrayList<>(nominated.getOrDefault(node, List.of()));
        pods.add(pod);
        return nominated.plus(node, List.copyOf(pods));
    }

    static PMap<String, List<Pod>> minus(PMap<String, List<Pod>> nominated, Pod pod) {
        String node = nodeOf(pod);
        List<Pod> pods = nominated.getOrDefault(node, List.of()).stream()
                .filter(other -> !other.key().equals(pod.key()))
                .toList();
        return pods.isEmpty() ? nominated.minus(node) : nominated.plus(node, pods);
    }

    private static String nodeOf(Pod pod) {
        return Objects.requireNonNull(pod.status().nominatedNode(), "nominatedNode");
    }
}
