package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class ClusterSyncHealthIndicatorIT extends ClusterIT {
    private Duration refused = Duration.ZERO;

    @Test
    void credentialsThatAreRefusedForMinutesEndTheReadinessAndTheirReturnBringsItBack() {
        try (ApiServerTransport server = ApiServerTransport.of(client.getConfiguration())) {
            ServiceWatchedKinds nodes =
                    ServiceWatchedKinds.of(WatchedKind.all(Node.class, node -> {}, (none, name) -> {}));
            ApiServerClient api = new ApiServerClient(server, Duration.ofSeconds(5));
            ClusterWatch watch = new ClusterWatch(api, nodes, ClusterWatch.Settings.DEFAULT, new SimpleMeterRegistry());
            ClusterSyncHealthIndicator health = new ClusterSyncHealthIndicator(watch, () -> refused);
            assertThat(health.health().getStatus()).as("not read yet").isEqualTo(Status.OUT_OF_SERVICE);
            watch.start();
            await().atMost(SOON).until(watch::isSynced);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);

            refused = Duration.ofSeconds(119);
            Health begun = health.health();
            assertThat(begun.getStatus()).as("they may be renewed soon").isEqualTo(Status.UP);
            assertThat(begun.getDetails()).containsEntry("credentialsRefusedFor", "119 s");
            refused = Duration.ofSeconds(121);
            assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

            refused = Duration.ZERO;
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            watch.stop();
        }
    }
}
