package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.crash.BindingHistory.Binding;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two replicas with leader election; the leader is killed in the middle of a burst that fills the cluster to the last
 * core, again and again: as often as {@code -Dedgewise.kills} says, in bursts of 600 pods, or of 1,000 with {@code
 * -Dedgewise.burst-cores=5}.
 */
class KilledLeaderAT {
    private static final int KILLS = Integer.getInteger("edgewise.kills", 2);
    private static final int BURST = CrashSite.BURST;
    /** A Lease lasts 15 s, and a busy machine is late. */
    private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(60);
    /**
     * The time after which no request of the killed leader is under way any more, and each of its bindings was heard
     * of; shorter than a takeover, which begins 15 s after the last renewal: there is one every 2 s.
     */
    private static final Duration LAST_OF_THE_KILLED = Duration.ofSeconds(10);

    private final Random random = new Random(4);
    private final Deque<Replica> replicas = new ArrayDeque<>();
    private CrashSite site;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        replicas.add(site.start());
        replicas.add(site.start());
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
    void everyPodIsBoundOnceHoweverOftenTheLeaderIsKilled() {
        site.nodes(CrashSite.BURST_CORES);
        List<Duration> pauses = new ArrayList<>();
        for (int round = 0; round < KILLS; round++) {
            pauses.add(killInABurst());
            site.clear();
        }
        System.out.println("leader killed " + KILLS + " times in bursts of " + BURST + " pods; the next went on after "
                + pauses.stream().map(pause -> pause.toMillis() / 1e3 + " s").toList());
        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(GOES_ON_WITHIN));
    }

    /** Returns how long nothing was bound. */
    private Duration killInABurst() {
        Replica leader = Replica.awaitLeader(replicas);
        int killAfter = 50 + random.nextInt(BURST / 4);
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            await().atMost(CrashSite.PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> history.size() >= killAfter);
            leader.kill();
            long killedAt = System.nanoTime();
            replicas.remove(leader);
            replicas.add(site.start());

            await().atMost(CrashSite.PATIENCE).until(() -> history.size() == BURST);
            assertThat(countBefore(history, killedAt))
                    .as("killed in the middle")
                    .isBetween(1, BURST - 1);
            long goesOn = firstAfter(history, killedAt + LAST_OF_THE_KILLED.toNanos());
            awaitTruth(history, killedAt);
            replicas.forEach(Replica::awaitReady);
            return Duration.ofNanos(goesOn - killedAt);
        }
    }

    private void awaitTruth(BindingHistory history, long killedAt) {
        Map<String, Binding> bindings = history.bindings();
        // The killed leader took announcements with it; the next leader owes one for each pod it bound.
        await().atMost(CrashSite.PATIENCE).untilAsserted(() -> site.truth()
                .eachAnnouncedOnce(pod ->
                        bindings.get(pod.getMetadata().getUid()).nanos() > killedAt + LAST_OF_THE_KILLED.toNanos()));
        site.truth()
                .everyPodIsBound(BURST)
                .eachOnce(history)
                .noNodeIsOvercommitted()
                .everyNeedIsMet()
                .noEventStorm(1, 1);
    }

    private static int countBefore(BindingHistory history, long killedAt) {
        long last = killedAt + LAST_OF_THE_KILLED.toNanos();
        return (int) history.bindings().values().stream()
                .filter(binding -> binding.nanos() < last)
                .count();
    }

    private static long firstAfter(BindingHistory history, long nanos) {
        return history.bindings().values().stream()
                .mapToLong(Binding::nanos)
                .filter(bound -> bound > nanos)
                .min()
                .orElseThrow();
    }
}
