package dev.edgewise.energy.kubernetes;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.kubernetes.requests.PodRequests;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.Pod;

/** Tracks the CPU requests of the running pods of each node. */
final class PodRequestWatch {
    private static final String RUNNING = "spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed";

    private PodRequestWatch() {}

    static WatchedKind<Pod> of(NodeCpuRequests cpu) {
        return WatchedKind.some(
                Pod.class,
                RUNNING,
                pod -> cpu.put(
                        pod.getMetadata().getNamespace(),
                        pod.getMetadata().getName(),
                        pod.getSpec().getNodeName(),
                        PodRequests.cpuMillis(pod)),
                cpu::remove);
    }
}
