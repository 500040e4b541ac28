package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.embedded.EmbeddedKubernetes;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The health groups that Kubernetes acts on: readiness means caches are synced, liveness that all loops make progress;
 * neither needs Redis.
 */
class HealthGroupsIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = EmbeddedRedis.forService("scheduler-service");

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

    /** Loops make progress as well on a standby replica, which decides nothing yet. */
    @Test
    void aLoopThatHangsIsNotLive() {
        try (RunningService service =
                RunningService.start(List.of(Hanging.class), RunningService.kubeconfig(kubernetes))) {
            assertThat(service.beans(ProgressLoop.class))
                    .contains(
                            "recoveryLoop",
                            "backupWritesLoop",
                            "visibleReserveLoop",
                            "balloonsLoop",
                            "reservationKeeperLoop",
                            "reservationWritesLoop",
                            "driftLoop");
            Hanging hanging = service.bean(Hanging.class);
            hanging.ticker.advance(Duration.ofMinutes(44));
            assertThat(service.get("/actuator/health/liveness").status()).isEqualTo(200);

            hanging.ticker.advance(Duration.ofMinutes(2));
            RunningService.Answer answer = service.get("/actuator/health/liveness");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().at("/components/backgroundLoops/status").asText())
                    .isEqualTo("DOWN");
        }
    }

    /** A loop of which the first step hangs, as its own ticker has it. */
    @Configuration(proxyBeanMethods = false)
    static class Hanging {
        final ManualTicker ticker = new ManualTicker();
        private final CountDownLatch end = new CountDownLatch(1);

        @Bean
        ProgressLoop hangingLoop(MeterRegistry meters) {
            return new ProgressLoop("hanging", this::hang, Duration.ofMillis(1), ticker, meters);
        }

        @Bean
        LifecyclePhase hangingPhase(ProgressLoop hangingLoop) {
            return new LifecyclePhase(LifecyclePhase.PUBLISH, hangingLoop::start, () -> {
                end.countDown();
                hangingLoop.stop();
            });
        }

        private void hang() {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
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
