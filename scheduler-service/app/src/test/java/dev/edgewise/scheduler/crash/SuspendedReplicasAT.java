package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two replicas on machines that stop for longer than a Lease lasts, and continue as if nothing had happened: first the
 * leader's, then both.
 */
class SuspendedReplicasAT {
    private static final int BURST = 300;
    private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(120);

    private static final String[] SHORT_LEASE = {
        "--edgewise.leader-election.lease-duration=5s",
        "--edgewise.leader-election.renew-deadline=3s",
        "--edgewise.leader-election.retry-period=1s"
    };

    private CrashSite site;
    private List<Replica> replicas = List.of();

    @BeforeEach
    void start() {
        site = CrashSite.open();
        site.nodes(5);
        replicas = List.of(site.start(SHORT_LEASE), site.start(SHORT_LEASE));
        replicas.forEach(Replica::awaitReady);
    }

    @AfterEach
    void stop() {
        replicas.forEach(Replica::kill);
        if (site != null) {
            site.close();
        }
    }

    @Test
    void nothingWaitsForLongAndEachPodIsBoundOnce() {
        Replica leader = Replica.awaitLeader(replicas);
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> history.size() >= BURST / 6);
            leader.suspend();
            Duration first = until(history, BURST);
            leader.resume();
            await().atMost(CrashSite.PATIENCE)
                    .until(() -> replicas.stream().filter(Replica::leads).count() == 1);

            replicas.forEach(Replica::suspend);
            site.create("waits", 0);
            await().atMost(CrashSite.PATIENCE).until(site::isWithoutLeader);
            replicas.forEach(Replica::resume);
            Duration second = until(history, BURST + 1);

            System.out.println("leader suspended: all bound after " + first.toMillis() / 1e3
                    + " s; both suspended: bound " + second.toMillis() / 1e3 + " s after they continue");
            assertThat(List.of(first, second))
                    .allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(GOES_ON_WITHIN));
            site.truth().everyPodIsBound(BURST + 1).eachOnce(history).noNodeIsOvercommitted();
        }
    }

    private static Duration until(BindingHistory history, int bound) {
        long begun = System.nanoTime();
        await().atMost(CrashSite.PATIENCE).until(() -> history.size() == bound);
        return Duration.ofNanos(System.nanoTime() - begun);
    }
}
