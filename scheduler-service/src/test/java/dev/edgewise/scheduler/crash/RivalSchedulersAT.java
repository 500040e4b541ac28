package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two schedulers by mistake on one profile, neither with a Lease. The API server binds each pod once, but does not count
 * what a node holds: two schedulers, whichever, can overcommit it. So both have to say loudly that the other is there.
 */
class RivalSchedulersAT {
    private static final int BURST = 1_000;
    private static final String ALARM = "another scheduler works for profile=edgewise too";

    private CrashSite site;
    private List<ServiceProcess> rivals = List.of();

    @BeforeEach
    void start() {
        site = CrashSite.open();
        // 4 sites x 5 nodes x 5 cores, ten pods a core: 1,000 pods fit, and not one more
        site.nodes(5);
        rivals =
                List.of(site.start("--edgewise.leader-election=false"), site.start("--edgewise.leader-election=false"));
        rivals.forEach(ServiceProcess::awaitReady);
    }

    @AfterEach
    void stop() {
        rivals.forEach(ServiceProcess::close);
        if (site != null) {
            site.close();
        }
    }

    @Test
    void eachPodIsBoundOnceAndBothRaiseTheAlarm() {
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE).until(() -> history.size() == BURST);
            // Where both chose the same node, each takes the binding for its own and says so.
            await().atMost(CrashSite.PATIENCE).untilAsserted(() -> site.truth().eachAnnounced(pod -> true, 2));
            Truth truth = site.truth()
                    .everyPodIsBound(BURST)
                    .eachOnce(history)
                    .everyNeedIsMet()
                    .noEventStorm(2, 2);
            Map<String, BigDecimal> overcommitted = truth.overcommitted();
            System.out.println("two schedulers on one profile: " + overcommitted.size()
                    + " of 20 nodes overcommitted, by "
                    + overcommitted.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add) + " of 100 cores");
        }
        assertThat(rivals).allSatisfy(rival -> {
            assertThat(rival.log().lines().filter(line -> line.contains(ALARM))).hasSize(1);
            assertThat(rival.log()).doesNotContain(" ERROR ");
            assertThat(rival.body("/actuator/health")
                            .at("/components/rivals/status")
                            .asText())
                    .isEqualTo("DEGRADED");
            assertThat(rival.status("/actuator/health/readiness")).isEqualTo(200);
        });
    }
}
