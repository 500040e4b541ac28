package dev.edgewise.rewards;

import dev.edgewise.kubernetes.testing.KubernetesObjects;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** Nodes, and pods as their kubelets report them. */
final class TestPods {
    private static final Duration RUN = Duration.ofSeconds(10);
    private static final Duration BETWEEN = Duration.ofSeconds(12);

    /** The API server has times in seconds. */
    private final Instant begin = Instant.now().minusSeconds(120).truncatedTo(ChronoUnit.SECONDS);

    private final KubernetesClient client;

    TestPods(KubernetesClient client) {
        this.client = client;
        client.resource(KubernetesObjects.namespace("shop")).create();
    }

    void nodes(String... names) {
        for (String name : names) {
            client.resource(new NodeBuilder(KubernetesObjects.node(name))
                            .editStatus()
                            .addNewCondition()
                            .withType("Ready")
                            .withStatus("True")
                            .endCondition()
                            .endStatus()
                            .build())
                    .create();
        }
    }

    /** A pod of the namespace shop, bound to a node, of which no container has started. */
    Pod create(String name, String type, String node) {
        return client.resource(new PodBuilder(KubernetesObjects.pod(name))
                        .editMetadata()
                        .withNamespace("shop")
                        .withLabels(Map.of("app", type))
                        .endMetadata()
                        .editSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build())
                .create();
    }

    /** A pod that runs for so long already. */
    Pod run(String name, String type, String node, Duration since) {
        create(name, type, node);
        return report(name, 0, running(begin.minus(since)), null);
    }

    /** The container failed so often, each time after 10 s, and runs again. */
    Pod crash(String name, int restarts) {
        return crash(name, restarts, begin.plus(BETWEEN.multipliedBy(restarts)));
    }

    /** A pod with the failures of this one, the last of them then. */
    Pod crash(String name, int restarts, Instant ended) {
        ContainerState last = new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(1)
                .withReason("Error")
                .withStartedAt(ended.minus(RUN).toString())
                .withFinishedAt(ended.toString())
                .endTerminated()
                .build();
        return report(name, restarts, running(ended.plusSeconds(1)), last);
    }

    private static ContainerState running(Instant since) {
        return new ContainerStateBuilder()
                .withNewRunning()
                .withStartedAt(since.toString())
                .endRunning()
                .build();
    }

    Pod report(String name, int restarts, ContainerState now, ContainerState before) {
        Pod pod = client.pods().inNamespace("shop").withName(name).require();
        pod.setStatus(new PodStatusBuilder()
                .withPhase("Running")
                .withContainerStatuses(new ContainerStatusBuilder()
                        .withName("main")
                        .withRestartCount(restarts)
                        .withState(now)
                        .withLastState(before)
                        .build())
                .build());
        return client.resource(pod).updateStatus();
    }
}
