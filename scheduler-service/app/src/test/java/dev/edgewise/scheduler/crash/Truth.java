package dev.edgewise.scheduler.crash;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.scheduler.crash.BindingHistory.Binding;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The final state in the API server, compared with what must hold whatever happened before. */
final class Truth {
    private static final String NEED = "delay_";

    private final EdgeSites sites;
    private final Map<String, Node> nodes;
    private final List<Pod> pods;
    private final Collection<Event> events;

    Truth(KubernetesClient client, RealSite site, EdgeSites sites) {
        this.sites = sites;
        this.nodes = client.nodes().list().getItems().stream()
                .collect(toMap(node -> node.getMetadata().getName(), node -> node));
        this.pods = site.pods();
        this.events = site.events();
    }

    /** Asserts the number of pods, and that each is bound to a node that exists. */
    Truth everyPodIsBound(int expected) {
        assertThat(pods).as("number of pods").extracting(Truth::name).hasSize(expected);
        assertThat(namesOf(pod -> !nodes.containsKey(String.valueOf(node(pod)))))
                .as("pods that are on no node that exists")
                .isEmpty();
        return this;
    }

    /**
     * Asserts that no pod was ever seen on two nodes, and that the history knows where each is, once its watch has
     * brought that.
     */
    Truth eachOnce(BindingHistory history) {
        await().atMost(CrashSite.PATIENCE)
                .untilAsserted(() -> assertThat(namesOf(pod -> !isAsBound(pod, history.bindings())))
                        .as("pods that are elsewhere than they were bound")
                        .isEmpty());
        assertThat(history.rebindings()).isEmpty();
        return this;
    }

    private static boolean isAsBound(Pod pod, Map<String, Binding> bindings) {
        Binding binding = bindings.get(uid(pod));
        return binding != null && binding.node().equals(node(pod));
    }

    Truth noNodeIsOvercommitted() {
        assertThat(overcommitted()).isEmpty();
        return this;
    }

    /** Nodes that were promised more than they have: by how many cores. */
    Map<String, BigDecimal> overcommitted() {
        Map<String, BigDecimal> over = new TreeMap<>();
        pods.stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .collect(groupingBy(Truth::node))
                .forEach((name, held) -> {
                    if (!fits(name, held)) {
                        over.put(name, cpu(held).subtract(cpuOf(name)));
                    }
                });
        return over;
    }

    private boolean fits(String node, List<Pod> held) {
        Quantity most = nodes.get(node).getStatus().getAllocatable().get("pods");
        return cpu(held).compareTo(cpuOf(node)) <= 0
                && held.size() <= most.getNumericalAmount().intValue();
    }

    private BigDecimal cpuOf(String node) {
        return nodes.get(node).getStatus().getAllocatable().get("cpu").getNumericalAmount();
    }

    /**
     * Asserts that each node has the reserve that the pods' annotations require: for all pods of any one other node.
     */
    Truth everyBackupHasRoom() {
        Map<String, Map<String, List<Pod>>> byBackup = pods.stream()
                .filter(pod ->
                        pod.getSpec().getNodeName() != null && pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> pod.getMetadata().getAnnotations().containsKey(Names.BACKUP_NODE_ANNOTATION))
                .collect(groupingBy(
                        pod -> pod.getMetadata().getAnnotations().get(Names.BACKUP_NODE_ANNOTATION),
                        groupingBy(Truth::node)));
        byBackup.forEach((backup, byHome) -> byHome.forEach((home, lost) -> {
            List<Pod> then = new ArrayList<>(lost);
            pods.stream().filter(pod -> backup.equals(node(pod))).forEach(then::add);
            assertThat(fits(backup, then))
                    .as("node %s can take %d pods of node %s", backup, lost.size(), home)
                    .isTrue();
        }));
        return this;
    }

    /** Asserts that each pod runs in the site that it has to be near to: within a site are 2 ms, between sites 30. */
    Truth everyNeedIsMet() {
        assertThat(namesOf(pod -> sites.siteOf(node(pod)) != sites.siteOf(need(pod))))
                .as("pods that are too far from what they need")
                .isEmpty();
        return this;
    }

    /** Asserts that no pod has more events of either kind than these. */
    Truth noEventStorm(int mostScheduled, int mostFailed) {
        assertThat(counts("Scheduled").values()).allMatch(count -> count <= mostScheduled);
        assertThat(counts("FailedScheduling").values()).allMatch(count -> count <= mostFailed);
        return this;
    }

    /** Asserts that each of these pods has exactly one event that it was scheduled. */
    Truth eachAnnouncedOnce(Predicate<Pod> which) {
        return eachAnnounced(which, 1);
    }

    /** Asserts that each of these pods has an event that it was scheduled, and at most this number of them. */
    Truth eachAnnounced(Predicate<Pod> which, int most) {
        Map<String, Integer> counts = counts("Scheduled");
        assertThat(namesOf(pod -> which.test(pod) && !isWithin(counts.getOrDefault(name(pod), 0), most)))
                .as("pods without one to %d Scheduled events", most)
                .isEmpty();
        return this;
    }

    private static boolean isWithin(int count, int most) {
        return count >= 1 && count <= most;
    }

    private List<String> namesOf(Predicate<Pod> which) {
        return pods.stream().filter(which).map(Truth::name).toList();
    }

    private Map<String, Integer> counts(String reason) {
        return events.stream()
                .filter(event -> reason.equals(event.getReason()))
                .collect(groupingBy(
                        event -> event.getInvolvedObject().getName(),
                        summingInt(event -> Objects.requireNonNullElse(event.getCount(), 1))));
    }

    private static String need(Pod pod) {
        Optional<String> label = pod.getMetadata().getLabels().keySet().stream()
                .filter(key -> key.startsWith(NEED))
                .findFirst();
        return label.orElseThrow().substring(NEED.length());
    }

    private static BigDecimal cpu(List<Pod> held) {
        return held.stream().map(Truth::cpu).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static BigDecimal cpu(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .map(container ->
                        container.getResources().getRequests().get("cpu").getNumericalAmount())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    private static String node(Pod pod) {
        return pod.getSpec().getNodeName();
    }
}
