package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.common.Names;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservedFor;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.recovery.FailureCause;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.recovery.backup.TestBackupWriter;
import dev.edgewise.scheduler.recovery.balloon.BalloonReleaser;
import dev.edgewise.scheduler.recovery.balloon.RestartTaintController;
import dev.edgewise.scheduler.recovery.balloon.TestBalloons;
import dev.edgewise.scheduler.recovery.reserve.TestReservePublisher;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ReserveObject;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.TestDecisions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** To be run by hand: what protecting pods costs in a large cluster. Arguments: nodes and pods, such as {@code 5000 150000}. */
final class RecoveryFigures {
    private static final int ROUNDS = 200;
    /** The number of backups: the search prefers nodes that have a reserve already. */
    private static final int BACKUPS = 100;

    private final int nodes;
    private final int pods;
    private final Random random = new Random(1);
    private final ClusterState state =
            new ClusterState(Clock.systemUTC(), name -> false, new ProtectionRules(Set.of("edgewise"), 1));
    private final LiveClusterFeed feed = new LiveClusterFeed(
            state, new SchedulingQueue(Ticker.system(), QueueTimes.STOCK, QueueObserver.NONE), "edgewise"::equals);
    private final Answering api = new Answering();
    private final TestDecisions decisions = new TestDecisions(state::snapshot, this::hold);
    private final BackupReconciler backups =
            new BackupReconciler(state, decisions, name -> Profiles.edgewise(), Ticker.system());
    private final Runnable writes = TestBackupWriter.steps(state, decisions, api, backups, Ticker.system());
    private final Runnable visible = TestReservePublisher.steps(state, decisions, api, Ticker.system());
    private final Runnable balloons = TestBalloons.reconciler(state, decisions, api, true, Ticker.system());
    private final RecoveryReconciler recovery = recovery();
    private long longestHold;

    private RecoveryFigures(int nodes, int pods) {
        this.nodes = nodes;
        this.pods = pods;
    }

    public static void main(String[] arguments) {
        new RecoveryFigures(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])).run();
    }

    private RecoveryReconciler recovery() {
        RestartTaintController taints = new RestartTaintController(state, decisions, api, Ticker.system());
        FailoverReservations rooms = new FailoverReservations(
                state,
                decisions,
                api,
                backups,
                new BalloonReleaser(state, decisions, api, taints, Ticker.system()),
                new ConcurrentRequests(Runnable::run),
                Ticker.system());
        FailedNodes failed = new FailedNodes(
                new FailureRules(Set.of(FailureCause.NOT_READY), Duration.ZERO, Duration.ZERO, Duration.ZERO, 1),
                Ticker.system());
        Failover failover = new Failover(
                state,
                decisions,
                rooms,
                node -> true,
                api,
                new ConcurrentRequests(Runnable::run),
                false,
                Ticker.system());
        ReservationCleanup cleanup = new ReservationCleanup(
                state, decisions, node -> failed.isFailing(node, state.snapshot()), room -> {}, Ticker.system());
        return new RecoveryReconciler(state, decisions, () -> true, failed, failover, cleanup, backups, taints);
    }

    /** Runs the work and measures the time that decisions would wait. */
    private void hold(Runnable work) {
        long begun = System.nanoTime();
        work.run();
        longestHold = Math.max(longestHold, System.nanoTime() - begun);
    }

    private void run() {
        feed.reservations().serve(true);
        for (int i = 0; i < nodes; i++) {
            feed.node(node("n" + i).cpu("64").memory("256Gi").build());
        }
        report("all pods, once", 1, round -> {
            for (int i = 0; i < pods; i++) {
                feed.pod(bound(i));
            }
        });
        report("all are looked at, each time some", 2 * 240, round -> recovery.step());
        report("nothing has changed: recovery", ROUNDS, round -> recovery.step());
        report("nothing has changed: annotations", ROUNDS, round -> writes.run());
        report("nothing has changed: visible reserve", ROUNDS, round -> visible.run());
        report("each node gets its balloon", nodes / 10 + 1, round -> balloons.run());
        report("nothing has changed: balloons", ROUNDS, round -> balloons.run());
        report("one pod has changed: state", ROUNDS, round -> feed.pod(bound(random.nextInt(pods))));
        report("one pod has changed: all steps", ROUNDS, round -> {
            feed.pod(bound(random.nextInt(pods)));
            recovery.step();
            writes.run();
            visible.run();
        });
        for (int failing = 1; failing <= 5; failing++) {
            fail("n" + (nodes - failing));
        }
    }

    private void fail(String name) {
        long lost = state.protection().pods().stream()
                .filter(pod -> pod.home().equals(name))
                .count();
        feed.node(node(name)
                .cpu("64")
                .memory("256Gi")
                .taint(Taint.NOT_READY, "", Taint.Effect.NO_EXECUTE)
                .build());
        longestHold = 0;
        api.reserved = 0;
        api.deleted = 0;
        long begun = System.nanoTime();
        int steps = 0;
        while (api.deleted < lost && steps < 100) {
            recovery.step();
            writes.run();
            state.reservations().states().forEach(known -> feed.reservations()
                    .put(known.reservation().withStatus(known.now())));
            steps++;
        }
        System.out.printf(
                "a node with %d pods fails: %d reserved, %d deleted, %d steps, %.1f ms in all, longest wait of decisions %.1f ms%n",
                lost, api.reserved, api.deleted, steps, (System.nanoTime() - begun) / 1e6, longestHold / 1e6);
    }

    /** Returns a pod of one of a hundred namespaces, on a node that follows from the number. */
    private Pod bound(int number) {
        int home = BACKUPS + number % (nodes - BACKUPS);
        return pod("p" + number)
                .namespace("ns" + number % 100)
                .controllerUid("c" + number / 10)
                .cpu("1")
                .memory((1 + number % 3) + "Gi")
                .annotation(Names.BACKUP_NODE_ANNOTATION, "n" + number % BACKUPS)
                .runningOn("n" + home)
                .build();
    }

    @FunctionalInterface
    private interface Round {
        void run(int number);
    }

    private void report(String what, int rounds, Round round) {
        longestHold = 0;
        long[] took = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long begun = System.nanoTime();
            round.run(i);
            took[i] = System.nanoTime() - begun;
        }
        Arrays.sort(took);
        System.out.printf(
                "%s: %.2f ms (median of %d), %.2f ms at most; longest wait of decisions %.2f ms%n",
                what, took[rounds / 2] / 1e6, rounds, took[rounds - 1] / 1e6, longestHold / 1e6);
    }

    /** An API server that does at once what is asked for. */
    private final class Answering implements FailoverWriter, ReserveWriter, BalloonWriter {
        int reserved;
        int deleted;
        private int created;

        @Override
        public Reservation reserve(Pod lost, String node) {
            reserved++;
            return new Reservation(
                    FailoverWriter.reservationFor(lost),
                    "r-" + lost.uid(),
                    node,
                    lost.spec().requests().needed(),
                    new ReservedFor.Owner(lost.controllerUid(), "x"),
                    Duration.ofMinutes(10),
                    Instant.now(),
                    "",
                    false,
                    null,
                    ReservationStatus.NEW);
        }

        @Override
        public boolean delete(Pod lost, boolean force, BooleanSupplier wanted) {
            deleted++;
            feed.podGone(lost.key());
            return true;
        }

        @Override
        public void annotate(Pod pod, @Nullable String backup, String message) {
            // No one reads it.
        }

        @Override
        public void withdraw(Pod pod) {
            // No one reads it.
        }

        @Override
        public Balloon create(String node, Resources room) {
            PodKey key = new PodKey("edgewise", "balloon-" + created++);
            return new Balloon(key, "u-" + key.name(), node, new ResourceDemand(room, 1), true);
        }

        @Override
        public boolean delete(Balloon balloon) {
            return true;
        }

        @Override
        public void guard(String node, boolean away) {
            // None is guarded: no balloon is in the way.
        }

        @Override
        public boolean deleteEnded() {
            return true;
        }

        @Override
        public @Nullable ReserveObject create(Content content) {
            return null;
        }

        @Override
        public @Nullable ReserveObject update(ReserveObject known, Content content) {
            return null;
        }

        @Override
        public void write(ReserveObject known, ReservationStatus status) {
            // No one reads it.
        }

        @Override
        public void delete(ReserveObject known) {
            // No one reads it.
        }
    }
}
