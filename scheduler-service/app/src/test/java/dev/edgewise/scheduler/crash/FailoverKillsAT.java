package dev.edgewise.scheduler.crash;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.crash.FailoverHistory.Step;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Nodes fail, one after the other, and each time the scheduler is killed while it restarts their pods: the leader, or
 * both replicas. As often as {@code -Dedgewise.failover.kills} says, 50 for the full size: {@code ./mvnw verify
 * -Pacceptance -DskipUnit -DskipIntegration -pl scheduler-service/app -am -Dit.test=FailoverKillsAT
 * -Dfailsafe.failIfNoSpecifiedTests=false -Dedgewise.failover.kills=50}; other moments with {@code
 * -Dedgewise.failover.seed}; {@code -Dedgewise.failover.not-ready-grace=30s} for the time that nodes are not ready by
 * default.
 */
class FailoverKillsAT {
    private static final int KILLS = Integer.getInteger("edgewise.failover.kills", 2);
    private static final long SEED = Long.getLong("edgewise.failover.seed", 14);
    /** One round in this many leaves no replica that could continue. */
    private static final int BOTH_IN = 4;

    private static final int LATEST_MILLIS = 400;
    private static final String[] OPTIONS = {
        "--edgewise.scheduler.recovery.profiles=edgewise",
        "--edgewise.scheduler.recovery.grace=1s",
        Kubelets.NOT_READY_GRACE,
        "--edgewise.leader-election.lease-duration=5s",
        "--edgewise.leader-election.renew-deadline=4s",
        "--edgewise.leader-election.retry-period=500ms"
    };

    private final Random random = new Random(SEED);
    private final Deque<Replica> replicas = new ArrayDeque<>();
    private CrashSite site;
    private Kubelets kubelets;
    private ProtectedApps apps;
    private FailoverHistory history;

    /**
     * When the scheduler is killed.
     *
     * @param pods as many have come that far
     * @param later so much later
     */
    private record Moment(Step step, int pods, Duration later) {}

    @BeforeEach
    void start() {
        site = CrashSite.open();
        site.api().defineReservations();
        // 6 sites x 5 nodes x 2 cores: ten pods a node are half of it, in two of the sites
        site.nodes(6, 2);
        kubelets = new Kubelets(site);
        replicas.add(site.start(OPTIONS));
        replicas.add(site.start(OPTIONS));
        leader();
        kubelets.awaitNoTaints();
        apps = new ProtectedApps(site);
        apps.create();
        history = new FailoverHistory(site.api().client(), site.site().namespace());
        awaitProtected("");
    }

    @AfterEach
    void stop() {
        if (history != null) {
            history.close();
        }
        if (kubelets != null) {
            kubelets.close();
        }
        if (apps != null) {
            apps.close();
        }
        replicas.forEach(Replica::kill);
        if (site != null) {
            site.close();
        }
    }

    @Test
    void lostPodsRestartOnceEachWheneverTheSchedulerIsKilled() {
        List<String> rounds = new ArrayList<>();
        for (int i = 0; i < KILLS; i++) {
            rounds.add(killWhileANodeFails());
            System.out.printf("round %d of %d: %s%n", i + 1, KILLS, rounds.get(i));
        }
        // A minute after it has ended, each is deleted.
        await().atMost(CrashSite.PATIENCE).until(() -> history.reservations() == 0);
    }

    private String killWhileANodeFails() {
        Replica leader = leader();
        String failing = anyHome();
        Set<String> lost = uidsOn(failing);
        Set<String> deletedBefore = history.reached(Step.DELETED);
        Set<String> boundBefore = history.reached(Step.BOUND);
        Step step = Step.values()[random.nextInt(Step.values().length)];
        Moment moment =
                new Moment(step, random.nextInt(lost.size() + 1), Duration.ofMillis(random.nextInt(LATEST_MILLIS)));
        boolean both = random.nextInt(BOTH_IN) == 0;

        int before = history.reached(step).size();
        kubelets.fail(failing);
        await().atMost(CrashSite.PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> history.reached(step).size() - before >= moment.pods());
        await().pollDelay(moment.later()).until(() -> true);
        kill(both ? List.copyOf(replicas) : List.of(leader));
        int deleted = history.reached(Step.DELETED).size() - deletedBefore.size();
        int bound = history.reached(Step.BOUND).size() - boundBefore.size();
        long killed = System.nanoTime();

        awaitRestarted(failing);
        Duration took = Duration.ofNanos(System.nanoTime() - killed);
        awaitProtected(failing);
        // The watch may be later than the API server.
        await().atMost(CrashSite.PATIENCE).untilAsserted(() -> {
            assertThat(without(history.reached(Step.DELETED), deletedBefore))
                    .as("pods that were deleted")
                    .isEqualTo(lost);
            assertThat(without(history.reached(Step.BOUND), boundBefore))
                    .as("pods that replace them")
                    .hasSameSizeAs(lost);
        });
        kubelets.restore(failing);
        return "%d pods lost, %s killed %s after %d were %s: %d deleted and %d replaced by then, all %.1f s later"
                .formatted(
                        lost.size(),
                        both ? "both replicas" : "the leader",
                        moment.later().toMillis() + " ms",
                        moment.pods(),
                        step,
                        deleted,
                        bound,
                        took.toMillis() / 1e3);
    }

    /** The replica that leads, once another is ready to follow. */
    private Replica leader() {
        replicas.forEach(Replica::awaitReady);
        return Replica.awaitLeader(replicas);
    }

    private void kill(List<Replica> killed) {
        killed.forEach(Replica::kill);
        replicas.removeAll(killed);
        killed.forEach(one -> replicas.add(site.start(OPTIONS)));
    }

    /** Waits until no pod is on the failed node, and each is near to what it refers to. */
    private void awaitRestarted(String failed) {
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofMillis(100)).untilAsserted(() -> assertThat(
                        apps.bound())
                .hasSize(ProtectedApps.PODS)
                .noneMatch(pod -> pod.getSpec().getNodeName().equals(failed)));
        assertThat(apps.bound()).allMatch(pod -> apps.isNear(pod, pod.getSpec().getNodeName()));
    }

    /**
     * Waits until each pod names another node near to what it refers to as its backup, and all of these have the
     * reserve for it.
     */
    private void awaitProtected(String failed) {
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofMillis(250)).untilAsserted(() -> {
            // What comes first may be the cause of what follows.
            assertThat(replicas).as("replicas").isNotEmpty().allMatch(Replica::isAlive);
            assertThat(history.untaken()).as("reservations that nothing took").isEmpty();
            assertThat(apps.bound()).hasSize(ProtectedApps.PODS).allSatisfy(pod -> assertThat(ProtectedApps.backup(pod))
                    .as(() -> "backup of " + pod.getMetadata().getName() + " on "
                            + pod.getSpec().getNodeName() + ", " + pod.getStatus() + "; what the leader knows: "
                            + unprotected())
                    .isNotNull()
                    .isNotEqualTo(failed)
                    .isNotEqualTo(pod.getSpec().getNodeName())
                    .matches(backup -> apps.isNear(pod, backup)));
            site.truth().noNodeIsOvercommitted().everyBackupHasRoom();
        });
    }

    /** Returns the scheduler's reasons for the pods that it does not protect. */
    private String unprotected() {
        return replicas.stream()
                .filter(Replica::leads)
                .map(leader ->
                        leader.body("/api/v1/recovery/pods?protected=false").toString())
                .findFirst()
                .orElse("nobody leads");
    }

    private String anyHome() {
        List<String> homes = apps.bound().stream()
                .map(pod -> pod.getSpec().getNodeName())
                .distinct()
                .sorted()
                .toList();
        return homes.get(random.nextInt(homes.size()));
    }

    private Set<String> uidsOn(String node) {
        return apps.bound().stream()
                .filter(pod -> pod.getSpec().getNodeName().equals(node))
                .map(Pod::getMetadata)
                .map(known -> known.getUid())
                .collect(toSet());
    }

    private static Set<String> without(Set<String> now, Set<String> before) {
        Set<String> more = new HashSet<>(now);
        more.removeAll(before);
        return more;
    }
}
