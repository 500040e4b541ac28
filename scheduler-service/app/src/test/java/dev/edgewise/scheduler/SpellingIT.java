package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events tell users of misspelt words. */
class SpellingIT {
    private static final List<String> LABELS = List.of(
            "delay-edge-1",
            "Delay_edge-1",
            "DELAY_edge-1",
            "delay.edge-1",
            "dealy_edge-1",
            "dely_edge-1",
            "dellay_edge-1",
            "delays_edge-1",
            "delayedge-1",
            "edgewise.dev/delay-edge-1");
    private static final List<String> ANNOTATIONS = List.of(
            "edgewise.dev/dealy",
            "edgewise.dev/dely",
            "edgewise.dev/Delay",
            "edgewise.dev/delays",
            "edgewise.dev/deelay",
            "edgewise.dev/delay-",
            "edgewise.dev/dlay",
            "edgewise.de/delay",
            "edgewize.dev/delay",
            "edgewise.io/delay");
    private static final List<String> PROFILES = List.of(
            "edgewize",
            "edgwise",
            "egdewise",
            "edgewis",
            "edgewisee",
            "edge-wise",
            "edgevise",
            "eedgewise",
            "edgewies",
            "dgewise");

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();

    @BeforeEach
    void node() {
        client.resource(KubernetesObjects.node("edge-1", "100")).create();
    }

    @AfterEach
    void close() {
        client.close();
        kubernetes.close();
    }

    @Test
    void tenTyposOfEachKindHaveTenAnswers() {
        List<Pod> pods = new ArrayList<>();
        LABELS.forEach(label -> pods.add(labelled("label-" + pods.size(), label)));
        ANNOTATIONS.forEach(note -> pods.add(new PodBuilder(KubernetesObjects.pod("note-" + pods.size()))
                .editMetadata()
                .addToAnnotations(note, "p95")
                .endMetadata()
                .build()));
        PROFILES.forEach(profile -> pods.add(new PodBuilder(KubernetesObjects.pod("profile-" + pods.size()))
                .editSpec()
                .withSchedulerName(profile)
                .endSpec()
                .build()));
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            pods.forEach(pod -> client.resource(pod).create());
            await().untilAsserted(() -> assertThat(misspelled()).hasSize(30));
        }
        assertThat(misspelled("label-")).allMatch(event -> event.getMessage().endsWith("Did you mean delay_edge-1?"));
        assertThat(misspelled("note-")).hasSize(10).allMatch(event -> event.getMessage()
                .endsWith("Did you mean edgewise.dev/delay?"));
        assertThat(misspelled("profile-"))
                .hasSize(10)
                .allMatch(event -> event.getMessage().endsWith("Did you mean edgewise?"))
                .allMatch(event -> event.getSource().getComponent().equals("edgewise"))
                .allMatch(event -> event.getType().equals("Warning"));
    }

    @Test
    void theEventDoesNotTakeThePlaceOfTheOneThatSaysWhyAPodWaits() {
        Pod waits = new PodBuilder(KubernetesObjects.pod("huge", "1000"))
                .editMetadata()
                .addToLabels(Map.of("delay-edge-1", "20"))
                .endMetadata()
                .build();
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            client.resource(waits).create();
            await().untilAsserted(() -> assertThat(events().map(Event::getReason))
                    .containsExactlyInAnyOrder("Misspelled", "FailedScheduling"));
        }
    }

    private static void awaitReady(RunningService service) {
        await().untilAsserted(() ->
                assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200));
    }

    private static Pod labelled(String name, String label) {
        return new PodBuilder(KubernetesObjects.pod(name))
                .editMetadata()
                .addToLabels(label, "20")
                .endMetadata()
                .build();
    }

    private List<Event> misspelled() {
        return misspelled("");
    }

    private List<Event> misspelled(String prefix) {
        return events().filter(event -> event.getReason().equals("Misspelled"))
                .filter(event -> event.getInvolvedObject().getName().startsWith(prefix))
                .toList();
    }

    private Stream<Event> events() {
        return client.v1().events().inNamespace("default").list().getItems().stream();
    }
}
