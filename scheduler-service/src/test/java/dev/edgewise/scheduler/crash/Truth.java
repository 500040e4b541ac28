package dev.edgewise.scheduler.crash;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.testing.RealSite;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the API server says in the end, compared with what must hold whatever happened on the way. */
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

    /** As many pods as there should be, each bound, to a node that exists. */
    Truth everyPodIsBound(int expected) {
        assertThat(pods).hasSize(expected).allSatisfy(pod -> assertThat(nodes)
                .as(name(pod))
                .containsKey(pod.getSpec().getNodeName()));
        return this;
    }

    /** No pod was ever seen on two nodes, and the history knows where each is. */
    Truth eachOnce(BindingHistory history) {
        assertThat(history.rebindings()).isEmpty();
        assertThat(pods).allSatisfy(pod -> assertThat(
                        history.bindings().get(pod.getMetadata().getUid()).node())
                .isEqualTo(pod.getSpec().getNodeName()));
        return this;
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
                    Map<String, Quantity> room = nodes.get(name).getStatus().getAllocatable();
                    BigDecimal used = held.stream().map(Truth::cpu).reduce(BigDecimal.ZERO, BigDecimal::add);
                    BigDecimal left = room.get("cpu").getNumericalAmount().subtract(used);
                    boolean tooMany =
                            held.size() > room.get("pods").getNumericalAmount().intValue();
                    if (left.signum() < 0 || tooMany) {
                        over.put(name, left.negate());
                    }
                });
        return over;
    }

    /** Each pod runs in the site that it has to be near to: within a site are 2 ms, between sites 30. */
    Truth everyNeedIsMet() {
        assertThat(pods).allSatisfy(pod -> assertThat(sites.siteOf(node(pod)))
                .as("%s on %s", name(pod), node(pod))
                .isEqualTo(sites.siteOf(need(pod))));
        return this;
    }

    /** No pod has more events of either kind than these. */
    Truth noEventStorm(int mostScheduled, int mostFailed) {
        assertThat(counts("Scheduled"))
                .allSatisfy((pod, count) -> assertThat(count).as(pod).isLessThanOrEqualTo(mostScheduled));
        assertThat(counts("FailedScheduling"))
                .allSatisfy((pod, count) -> assertThat(count).as(pod).isLessThanOrEqualTo(mostFailed));
        return this;
    }

    /** Each of these pods has exactly one event that it was scheduled. */
    Truth eachAnnouncedOnce(Predicate<Pod> which) {
        Map<String, Integer> counts = counts("Scheduled");
        assertThat(pods.stream().filter(which))
                .allSatisfy(pod -> assertThat(counts).containsEntry(name(pod), 1));
        return this;
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

    private static BigDecimal cpu(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .map(container ->
                        container.getResources().getRequests().get("cpu").getNumericalAmount())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    private static String node(Pod pod) {
        return pod.getSpec().getNodeName();
    }
}
