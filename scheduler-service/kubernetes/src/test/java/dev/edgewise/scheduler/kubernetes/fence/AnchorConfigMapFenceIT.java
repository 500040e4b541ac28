package dev.edgewise.scheduler.kubernetes.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnchorConfigMapFenceIT {
    private final TestClock clock = new TestClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private EmbeddedKubernetes api;
    private ApiServerTransport server;
    private AnchorConfigMapFence fence;
    private boolean leads = true;

    @BeforeEach
    void start() {
        api = new EmbeddedKubernetes().start();
        server = ApiServerTransport.of(
                new ConfigBuilder().withMasterUrl(api.url()).build());
        for (String namespace : List.of("edgewise-member", "team-a", "team-b")) {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .create();
        }
        api.client()
                .resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withName("edgewise-fence")
                        .withNamespace("edgewise-member")
                        .endMetadata()
                        .build())
                .create();
        fence = new AnchorConfigMapFence(
                List.of("team-a"),
                new ApiServerClient(server, Duration.ofSeconds(5)),
                "replica-1",
                () -> leads,
                clock,
                () -> 0,
                meters);
    }

    @AfterEach
    void stop() {
        server.close();
        api.close();
    }

    private void configMap(String namespace, String name, Instant expires) {
        api.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .withLabels(Map.of("edgewise.dev/request", "u", "edgewise.dev/attempt", "1"))
                        .withAnnotations(Map.of("edgewise.dev/expires", expires.toString()))
                        .endMetadata()
                        .build())
                .create();
    }

    private List<String> left() {
        return api.client().configMaps().inAnyNamespace().list().getItems().stream()
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .map(ConfigMap::getMetadata)
                .map(metadata -> metadata.getNamespace() + "/" + metadata.getName())
                .sorted()
                .toList();
    }

    private Lease lease() {
        return api.client()
                .leases()
                .inNamespace("edgewise-member")
                .withName("edgewise-fence")
                .get();
    }

    /**
     * Deletes the one anchor that has expired: not one of another namespace, and no ConfigMap that has the labels and
     * another name.
     */
    @Test
    void deletesExpiredAnchorsOfItsNamespacesAndNothingElse() {
        Instant over = clock.instant();
        configMap("team-a", "edgewise-request-u-1", over);
        configMap("team-a", "edgewise-request-u-2", over);
        configMap("team-a", "settings", over);
        configMap("team-b", "edgewise-request-u-1", over);

        fence.step();

        assertThat(left())
                .containsExactly("team-a/edgewise-request-u-2", "team-a/settings", "team-b/edgewise-request-u-1");
        assertThat(meters.counter("edgewise.fence.deletions", "outcome", "deleted")
                        .count())
                .isEqualTo(1);
        assertThat(api.client().v1().events().inNamespace("team-a").list().getItems())
                .extracting(Event::getReason)
                .containsExactly("NotRenewed");
    }

    @Test
    void leavesWhatIsRenewed() {
        configMap("team-a", "edgewise-request-u-1", clock.instant().plusMillis(1));

        fence.step();

        assertThat(left()).hasSize(1);
    }

    /** The Lease says what ran: when, and where. */
    @Test
    void saysThatItRuns() {
        fence.step();

        assertThat(lease().getSpec().getRenewTime().toInstant()).isEqualTo(clock.instant());
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("replica-1");
        assertThat(lease().getMetadata().getAnnotations()).containsEntry("edgewise.dev/fenced-namespaces", "team-a");
    }

    @Test
    void doesNothingWhileAnotherReplicaLeads() {
        configMap("team-a", "edgewise-request-u-1", clock.instant());
        leads = false;

        fence.step();

        assertThat(left()).hasSize(1);
        assertThat(lease().getSpec()).isNull();
    }
}
