package dev.edgewise.energy.kubernetes;

import dev.edgewise.energy.nodes.RequestedCpu;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;

/** Keeps what the running pods of each node request of its processors. */
final class PodRequests {
    private static final String RUNNING = "spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed";

    private PodRequests() {}

    static WatchedKind<Pod> watch(RequestedCpu cpu) {
        return WatchedKind.some(
                Pod.class,
                RUNNING,
                pod -> cpu.put(
                        key(pod.getMetadata().getNamespace(), pod.getMetadata().getName()),
                        pod.getSpec().getNodeName(),
                        cores(pod)),
                (namespace, name) -> cpu.remove(key(namespace, name)));
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    private static double cores(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .mapToDouble(PodRequests::cores)
                .sum();
    }

    private static double cores(Container container) {
        Quantity cpu =
                container.getResources() == null || container.getResources().getRequests() == null
                        ? null
                        : container.getResources().getRequests().get("cpu");
        return cpu == null ? 0 : Quantity.getAmountInBytes(cpu).doubleValue();
    }
}
