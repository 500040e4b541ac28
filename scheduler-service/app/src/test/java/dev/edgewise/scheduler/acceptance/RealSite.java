package dev.edgewise.scheduler.acceptance;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A namespace, nodes and priority classes of one test on a real API server, all with the test's own prefix; its pods
 * run on its nodes only. Nothing keeps the nodes alive, so its pods tolerate every taint.
 */
public final class RealSite implements AutoCloseable {
    /** Label of all nodes that it made. */
    public static final String SITE = "edgewise-acceptance";

    private static final Map<String, String> ROOM = Map.of("memory", "64Gi", "pods", "110");

    private final String prefix = "at-" + UUID.randomUUID().toString().substring(0, 8);
    private final RealApi api;
    private final KubernetesClient client;

    public RealSite(RealApi api) {
        this.api = api;
        this.client = api.client();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(prefix)
                        .endMetadata()
                        .build())
                .create();
    }

    /** The name of an object of this test that is not in its namespace. */
    public String name(String suffix) {
        return prefix + '-' + suffix;
    }

    public String namespace() {
        return prefix;
    }

    public void node(String suffix, String cpu, Map<String, String> labels) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(name(suffix))
                .withLabels(labels)
                .addToLabels(SITE, prefix)
                .endMetadata()
                .withNewStatus()
                .withAllocatable(room(cpu))
                .withCapacity(room(cpu))
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
        client.resource(node).create();
    }

    public void priority(String suffix, int value) {
        client.resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName(name(suffix))
                        .addToLabels(SITE, prefix)
                        .endMetadata()
                        .withValue(value)
                        .build())
                .create();
    }

    /** A pod of a profile, not yet created. */
    public PodBuilder pod(String name, String profile, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(prefix)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(profile)
                .withAutomountServiceAccountToken(false)
                .addToNodeSelector(SITE, prefix)
                .addNewToleration()
                .withOperator("Exists")
                .endToleration()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example/app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec();
    }

    public Pod create(PodBuilder pod) {
        return client.resource(pod.build()).create();
    }

    /** Pods {@code <name>-<from>} to {@code <name>-<to - 1>}, created several at a time. */
    public void burst(String name, String profile, String cpu, int from, int to) {
        api.each(IntStream.range(from, to).boxed().toList(), i -> create(pod(name + '-' + i, profile, cpu)));
    }

    public Pod pod(String name) {
        return client.pods().inNamespace(prefix).withName(name).get();
    }

    public List<Pod> pods() {
        return client.pods().inNamespace(prefix).list().getItems();
    }

    /** Name without the prefix of the node that a pod is bound to; empty if it is not. */
    public String nodeOf(String pod) {
        return Optional.ofNullable(pod(pod).getSpec().getNodeName())
                .map(node -> node.substring(name("").length()))
                .orElse("");
    }

    public Optional<PodCondition> condition(String pod, String type) {
        return pod(pod).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    /** Returns what {@code kubectl describe} tells about a pod: {@code <type> <reason>: <message>}. */
    public List<String> messages(String pod) {
        return events().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(pod))
                .map(event -> event.getType() + ' ' + event.getReason() + ": " + event.getMessage())
                .toList();
    }

    public Collection<Event> events() {
        return client.v1().events().inNamespace(prefix).list().getItems();
    }

    /** Deletes the pod as a kubelet that has stopped its containers. */
    public void stopped(String pod) {
        client.pods().inNamespace(prefix).withName(pod).withGracePeriod(0).delete();
    }

    @Override
    public void close() {
        // First, whatever fails then: later tests would meet these nodes.
        client.nodes().withLabel(SITE, prefix).delete();
        client.pods().inNamespace(prefix).withGracePeriod(0).delete();
        client.namespaces().withName(prefix).delete();
        client.scheduling().v1().priorityClasses().withLabel(SITE, prefix).delete();
    }

    private static Map<String, Quantity> room(String cpu) {
        Map<String, Quantity> room = ROOM.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new Quantity(entry.getValue())));
        room.put("cpu", new Quantity(cpu));
        return room;
    }
}
