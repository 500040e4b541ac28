package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.testkit.LiveHeap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Memory of a pod that is only watched for the CPU that it requests. */
class WatchedPodMemoryTest {
    private static final int PODS = 60_000;
    /** 192 are measured on Java 17, 152 on Java 25 with compact headers; 440 where each pod kept texts of its own. */
    private static final int MOST_BYTES = 240;

    private final NodeCpuRequests cpu = new NodeCpuRequests();
    private final ObjectDispatcher<Pod> dispatcher = new ObjectDispatcher<>(
            WatchedKind.all(
                    Pod.class,
                    pod -> cpu.put(
                            pod.getMetadata().getNamespace(),
                            pod.getMetadata().getName(),
                            pod.getSpec().getNodeName(),
                            250),
                    cpu::remove),
            new SimpleMeterRegistry());

    @Test
    void namesOfNodesAndNamespacesAreKeptOnce() {
        dispatcher.changed(pod(0, 1_000));
        long before = LiveHeap.bytes();
        for (int i = 0; i < PODS; i++) {
            dispatcher.changed(pod(i, 1_000 + i));
        }
        for (int i = 0; i < PODS; i++) {
            dispatcher.changed(pod(i, 100_000 + i));
        }
        long bytes = (LiveHeap.bytes() - before) / PODS;
        assertThat(cpu.coresOf("edge-17.example.com")).isEqualTo(PODS / 2_000 * 0.25);
        assertThat(bytes).isBetween(50L, (long) MOST_BYTES);
    }

    /** Each text is one of its own, as it is when it was read. */
    private static Pod pod(int i, int version) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("production-" + i % 50)
                .withName("function-7d9f8b6c5d-" + (100_000 + i))
                .withResourceVersion(Integer.toString(version))
                .endMetadata()
                .withNewSpec()
                .withNodeName("edge-" + i % 2_000 + ".example.com")
                .endSpec()
                .build();
    }
}
