package dev.edgewise.sandbox.run;

import dev.edgewise.common.Names;
import dev.edgewise.sandbox.cluster.controller.LeastLoadedPodScheduler;
import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A member of global scheduling: a cluster of its own in this process, with nodes, controllers, a scheduler, and pods
 * that others run there.
 */
final class MemberCluster implements AutoCloseable {
    /**
     * The size and place of a member.
     *
     * @param location as the annotation of its Secret names it
     * @param nodes number of its nodes
     * @param cores of each node
     * @param usedCores of each node, by pods of others
     * @param delays in milliseconds to other members
     * @param answersAfter by how much each answer of its API is late
     */
    record Plan(
            String name,
            String location,
            int nodes,
            int cores,
            int usedCores,
            Map<String, Integer> delays,
            Duration answersAfter) {
        Plan {
            delays = Map.copyOf(delays);
        }

        private List<String> nodeNames() {
            return IntStream.rangeClosed(1, nodes).mapToObj(i -> name + "-" + i).toList();
        }

        Topology topology() {
            List<SimulatedNode> all = nodeNames().stream()
                    .map(node -> new SimulatedNode(node, name, name, location.equals("cloud"), cores, 2 * cores))
                    .toList();
            return new Topology(all, new DelayMatrix(nodeNames(), new double[nodes][nodes]));
        }
    }

    private final Plan plan;
    private final SimulatedCluster cluster;
    private final LeastLoadedPodScheduler binder;

    /** Starts its API; {@code kubeconfig} is written. */
    MemberCluster(Plan plan, Path kubeconfig) throws IOException {
        this.plan = plan;
        this.cluster = SimulatedCluster.embedded(kubeconfig);
        this.binder = new LeastLoadedPodScheduler(cluster.client());
    }

    /** Brings its nodes to life; returns when they are ready and the pods of others are there. */
    void populate(long seed) {
        cluster.populate(plan.topology(), seed);
        binder.start();
        if (plan.usedCores() > 0) {
            plan.nodeNames().forEach(node -> client().resource(used(node)).create());
        }
        cluster.slowDown(plan.answersAfter());
    }

    private Pod used(String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("others-" + node)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withImage("others")
                .withNewResources()
                .addToRequests("cpu", new Quantity(Integer.toString(plan.usedCores())))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    Plan plan() {
        return plan;
    }

    String kubeconfig() throws IOException {
        return Files.readString(cluster.kubeconfig());
    }

    private KubernetesClient client() {
        return cluster.client();
    }

    /** Returns all objects with the label of a request. */
    List<HasMetadata> ofRequests() {
        String label = Names.REQUEST_LABEL;
        KubernetesClient client = client();
        List<HasMetadata> all = new ArrayList<>();
        all.addAll(client.configMaps().inAnyNamespace().withLabel(label).list().getItems());
        all.addAll(client.pods().inAnyNamespace().withLabel(label).list().getItems());
        all.addAll(client.apps()
                .deployments()
                .inAnyNamespace()
                .withLabel(label)
                .list()
                .getItems());
        all.addAll(client.apps()
                .replicaSets()
                .inAnyNamespace()
                .withLabel(label)
                .list()
                .getItems());
        return all;
    }

    @Override
    public void close() {
        binder.close();
        cluster.close();
    }
}
