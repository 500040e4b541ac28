package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Redis is stopped during a burst, of 1,000 pods with {@code -Dedgewise.burst-cores=5}, for as many seconds as {@code
 * -Dedgewise.redis-away} says.
 */
class RedisLossAT {
    private static final Duration AWAY = Duration.ofSeconds(Integer.getInteger("edgewise.redis-away", 10));
    private static final int BURST = CrashSite.BURST;

    private CrashSite site;
    private Replica service;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        // There is room for another pod.
        site.nodes(CrashSite.BURST_CORES + 1);
        service = site.start().awaitReady();
        await().atMost(CrashSite.PATIENCE).until(this::connected);
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
        }
    }

    @Test
    void schedulingGoesOnWithTheLastKnownDelaysAndCatchesUp() {
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> history.size() >= 100);
            site.redis().stop();
            long until = System.nanoTime() + AWAY.toNanos();
            int before = history.size();
            await().atMost(CrashSite.PATIENCE).until(() -> history.size() == BURST);
            assertThat(before).isLessThan(BURST);
            await().atMost(CrashSite.PATIENCE).until(() -> !connected());
            assertUp();
            PodBuilder both = nearBoth();
            site.site().create(both);
            await().atMost(CrashSite.PATIENCE)
                    .until(() -> !site.site().messages("both").isEmpty());
            await().atMost(AWAY.plus(CrashSite.PATIENCE)).until(() -> System.nanoTime() >= until);
            assertUp();
            assertThat(site.site().nodeOf("both")).isEmpty();

            site.redis().start();
            // Now site 1 is near to site 0, as far as its first node can tell.
            site.sites().moveNear(site.redis().port(), 0, 1);
            await().atMost(CrashSite.PATIENCE)
                    .untilAsserted(() -> assertThat(site.site().nodeOf("both")).startsWith("site1-"));
            // The pod is placed while the other rows are still being read.
            await().atMost(CrashSite.PATIENCE).until(this::connected);
            site.remove("both");
            await().atMost(CrashSite.PATIENCE).untilAsserted(() -> site.truth().eachAnnouncedOnce(pod -> true));
            site.truth()
                    .everyPodIsBound(BURST)
                    .eachOnce(history)
                    .noNodeIsOvercommitted()
                    .everyNeedIsMet();
            // One for each signal, one for decisions; what this machine's environment has is another matter.
            assertThat(service.log()
                            .lines()
                            .filter(line -> line.contains(" WARN "))
                            .filter(line -> !line.contains("UnknownPropertiesCheck"))
                            .map(line -> line.replaceAll("^.* --- | cause=.*$", "")))
                    .isNotEmpty()
                    .doesNotHaveDuplicates();
            assertThat(service.log()).doesNotContain(" ERROR ");
        }
    }

    /** Within 10 ms of a node of site 0 and of one of site 1: there is no such place at first. */
    private PodBuilder nearBoth() {
        return site.sites()
                .pod("both", 0)
                .editMetadata()
                .addToLabels("delay_" + site.site().name(EdgeSites.node(1, 0)), "10")
                .endMetadata();
    }

    private boolean connected() {
        return service.body("/actuator/health")
                .at("/components/signals/details/rttConnected")
                .asBoolean();
    }

    private void assertUp() {
        assertThat(service.status("/actuator/health/liveness")).isEqualTo(200);
        assertThat(service.status("/actuator/health/readiness")).isEqualTo(200);
        assertThat(service.body("/actuator/health").path("status").asText()).isEqualTo("DEGRADED");
    }
}
