package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole service against a real API server, with whatever controllers that one has. */
class SchedulerServiceAT {
    private Path kubeconfig;
    private RealApi api;
    private RealSite site;
    private RunningService service;

    @BeforeEach
    void start() {
        kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        service = RunningService.start(kubeconfig);
    }

    @AfterEach
    void stop() {
        Stream.of(service, site, api).filter(Objects::nonNull).forEach(SchedulerServiceAT::close);
    }

    @Test
    void podsOfEachProfileGoWhereItSendsThem() {
        site.node("edge", "4", Map.of());
        site.node("cloud", "4", Map.of("kubernetes.io/role", "cloud"));
        // Nothing has measured a delay: only the node itself is known to be near to it.
        site.create(near("near", "edgewise", "edge"));
        site.create(near("near-cloud", "custom-scheduler", "cloud"));
        site.create(site.pod("anywhere", "custom-scheduler", "100m"));
        site.create(site.pod("stock", "stock", "100m"));

        await().untilAsserted(() -> assertThat(site.nodeOf("near")).isEqualTo("edge"));
        await().untilAsserted(() -> assertThat(site.nodeOf("near-cloud")).isEqualTo("cloud"));
        await().untilAsserted(() -> assertThat(site.nodeOf("anywhere")).isEqualTo("cloud"));
        await().untilAsserted(() -> assertThat(site.nodeOf("stock")).isNotEmpty());
        assertThat(service.get("/api/v1/explain/" + site.namespace() + "/near")
                        .body()
                        .path("profile")
                        .asText())
                .isEqualTo("edgewise");
    }

    @Test
    void aUserSeesWhatBecameOfAPod() {
        site.node("small", "1", Map.of());
        site.create(site.pod("fits", "edgewise", "500m"));
        await().untilAsserted(() -> assertThat(site.messages("fits"))
                .containsExactly("Normal Scheduled: Successfully assigned " + site.namespace() + "/fits to "
                        + site.name("small")));
        assertThat(site.condition("fits", "PodScheduled"))
                .map(PodCondition::getStatus)
                .hasValue("True");

        site.create(site.pod("huge", "edgewise", "8"));
        await().untilAsserted(() -> assertThat(site.messages("huge"))
                .singleElement()
                .asString()
                .matches("Warning FailedScheduling: 0/\\d+ nodes are available: .*1 Insufficient cpu.*"));
        // The condition is another write than the event.
        await().untilAsserted(
                        () -> assertThat(site.condition("huge", "PodScheduled")).hasValueSatisfying(condition -> {
                            assertThat(condition.getStatus()).isEqualTo("False");
                            assertThat(condition.getReason()).isEqualTo("Unschedulable");
                            assertThat(condition.getMessage()).contains("1 Insufficient cpu");
                        }));
    }

    @Test
    void aNodeThatAppearsWakesThePodThatNeedsIt() {
        site.node("small", "1", Map.of());
        site.create(site.pod("huge", "edgewise", "8"));
        await().until(() -> !site.messages("huge").isEmpty());

        site.node("large", "16", Map.of());
        await().untilAsserted(() -> assertThat(site.nodeOf("huge")).isEqualTo("large"));
        await().untilAsserted(() -> assertThat(site.condition("huge", "PodScheduled"))
                .map(PodCondition::getStatus)
                .hasValue("True"));
    }

    @Test
    void aRestartInTheMiddleOfABurstBindsEveryPodOnce() {
        // 4 nodes of 10 cores hold 200 pods of a fifth of a core, and not one more
        for (String node : List.of("a", "b", "c", "d")) {
            site.node(node, "10", Map.of());
        }
        site.burst("burst", "edgewise", "200m", 0, 120);
        await().until(() -> bound() >= 20);
        service.close();
        site.burst("burst", "edgewise", "200m", 120, 200);
        Map<String, String> before = nodes();
        service = RunningService.start(kubeconfig);
        await().until(() -> bound() == 200);

        assertThat(before).hasSizeBetween(20, 120);
        assertThat(nodes()).containsAllEntriesOf(before);
        assertThat(nodes().values().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())))
                .containsOnlyKeys(site.name("a"), site.name("b"), site.name("c"), site.name("d"))
                .allSatisfy((node, pods) -> assertThat(pods).isEqualTo(50));
        await().untilAsserted(() -> assertThat(announced()).hasSize(200).allSatisfy((pod, times) -> assertThat(times)
                .isEqualTo(1)));
    }

    @Test
    void aPodOfHighPriorityTakesThePlaceOfAnother() {
        site.node("only", "2", Map.of());
        site.priority("high", 1000);
        site.create(site.pod("victim", "edgewise", "1500m"));
        await().untilAsserted(() -> assertThat(site.nodeOf("victim")).isEqualTo("only"));

        site.create(site.pod("urgent", "edgewise", "1")
                .editSpec()
                .withPriorityClassName(site.name("high"))
                .endSpec());
        await().until(() -> site.pod("victim").getMetadata().getDeletionTimestamp() != null);
        assertThat(site.pod("urgent").getStatus().getNominatedNodeName()).isEqualTo(site.name("only"));
        assertThat(site.nodeOf("urgent")).isEmpty();
        assertThat(site.condition("victim", "DisruptionTarget"))
                .map(PodCondition::getReason)
                .hasValue("PreemptionByScheduler");
        await().untilAsserted(
                        () -> assertThat(site.messages("victim")).anyMatch(said -> said.contains(" Preempted: ")));

        site.stopped("victim");
        await().untilAsserted(() -> assertThat(site.nodeOf("urgent")).isEqualTo("only"));
    }

    private PodBuilder near(String name, String profile, String node) {
        return site.pod(name, profile, "100m")
                .editMetadata()
                .addToLabels("delay_" + site.name(node), "5")
                .endMetadata();
    }

    private long bound() {
        return nodes().size();
    }

    private Map<String, String> nodes() {
        return site.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .collect(Collectors.toMap(pod -> pod.getMetadata().getName(), SchedulerServiceAT::node));
    }

    /** How often each pod was said to be scheduled. */
    private Map<String, Integer> announced() {
        return site.events().stream()
                .filter(event -> event.getReason().equals("Scheduled"))
                .collect(Collectors.toMap(
                        event -> event.getInvolvedObject().getName(), SchedulerServiceAT::times, Integer::sum));
    }

    private static void close(AutoCloseable started) {
        try {
            started.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String node(Pod pod) {
        return pod.getSpec().getNodeName();
    }

    private static int times(Event event) {
        return Objects.requireNonNullElse(event.getCount(), 1);
    }
}
