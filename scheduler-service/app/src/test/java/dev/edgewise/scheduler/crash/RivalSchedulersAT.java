package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two schedulers by mistake on one profile, neither with a Lease. The API server binds each pod once, but does not
 * count what a node holds. So both have to warn that the other exists, and one has to pause.
 */
class RivalSchedulersAT {
    private static final int BURST = 1_000;
    private static final String ALARM = "Another scheduler binds pods of this profile";

    /** The cores of half of the pods: fifty of 100. */
    private static final BigDecimal MOST_CORES = BigDecimal.valueOf(5);

    private CrashSite site;
    private List<Replica> rivals = List.of();

    @BeforeEach
    void start() {
        site = CrashSite.open();
        // 4 sites x 5 nodes x 5 cores, ten pods a core: 1,000 pods fit, and not one more
        site.nodes(5);
        rivals = List.of(
                site.start("--edgewise.leader-election.enabled=false"),
                site.start("--edgewise.leader-election.enabled=false"));
        rivals.forEach(Replica::awaitReady);
    }

    @AfterEach
    void stop() {
        rivals.forEach(Replica::close);
        if (site != null) {
            site.close();
        }
    }

    @Test
    void onePausesAndRaisesTheAlarm() {
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE).until(() -> history.size() == BURST);
            await().atMost(CrashSite.PATIENCE).untilAsserted(() -> site.truth().eachAnnouncedOnce(pod -> true));
            site.truth()
                    .everyPodIsBound(BURST)
                    .eachOnce(history)
                    .everyNeedIsMet()
                    .noEventStorm(1, 2);
            // What both bind before they meet is not coordinated: decision 16 speaks of some tens of pods.
            BigDecimal tooMany =
                    site.truth().overcommitted().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(tooMany).as("cores promised twice").isLessThanOrEqualTo(MOST_CORES);
        }
        assertThat(rivals).allSatisfy(rival -> {
            assertThat(rival.log()).doesNotContain(" ERROR ");
            assertThat(rival.status("/actuator/health/readiness")).isEqualTo(200);
        });
        // Not always both: the one that continues may have met no pod of the other.
        List<Replica> alarmed =
                rivals.stream().filter(rival -> rival.log().contains(ALARM)).toList();
        assertThat(alarmed).isNotEmpty().allSatisfy(rival -> {
            assertThat(rival.log().lines().filter(line -> line.contains(ALARM))).hasSize(1);
            assertThat(rival.body("/actuator/health")
                            .at("/components/conflicts/status")
                            .asText())
                    .isEqualTo("DEGRADED");
        });
        // Both, if both draw the same pause and then different ones.
        assertThat(rivals)
                .filteredOn(rival -> rival.log().contains("Pausing: another scheduler binds pods"))
                .isNotEmpty();
    }
}
