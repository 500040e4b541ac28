package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.embedded.EmbeddedKubernetes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Kubernetes acts on: readiness means caches are synced, liveness that the loop makes progress; neither needs Redis. */
class HealthGroupsIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();

    @AfterEach
    void close() {
        kubernetes.close();
    }

    @Test
    void aRedisThatGoesAndComesDegradesHealthButNoGroup() {
        try (RunningService service = start()) {
            await().untilAsserted(() -> assertThat(status(service, "")).isEqualTo("UP"));

            REDIS.stop();
            await().untilAsserted(() -> assertThat(status(service, "")).isEqualTo("DEGRADED"));
            assertThat(status(service, "/readiness")).isEqualTo("UP");
            assertThat(status(service, "/liveness")).isEqualTo("UP");

            REDIS.start();
            await().untilAsserted(() -> assertThat(status(service, "")).isEqualTo("UP"));
        }
    }

    @Test
    void aStartWithoutRedisBecomesReady() {
        REDIS.stop();
        try (RunningService service = start()) {
            await().untilAsserted(
                            () -> assertThat(status(service, "/readiness")).isEqualTo("UP"));
            assertThat(status(service, "/liveness")).isEqualTo("UP");
            assertThat(status(service, "")).isEqualTo("DEGRADED");
        } finally {
            REDIS.start();
        }
    }

    private RunningService start() {
        return RunningService.start(
                kubernetes,
                REDIS.properties().stream().map(property -> "--" + property).toArray(String[]::new));
    }

    private static String status(RunningService service, String group) {
        return service.get("/actuator/health" + group).body().path("status").asText();
    }
}
