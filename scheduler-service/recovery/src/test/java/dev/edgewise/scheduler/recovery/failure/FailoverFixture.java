package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.recovery.FailureCause;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.recovery.balloon.BalloonReleaser;
import dev.edgewise.scheduler.recovery.balloon.PodRestartNodeTainter;
import dev.edgewise.scheduler.recovery.balloon.TestBalloons;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A cluster whose controllers replace pods that are deleted, at once. */
public final class FailoverFixture implements FailoverWriter {
    public static final Taint NOT_READY = new Taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_EXECUTE);

    public final Scenario scenario;
    public final List<String> written = new ArrayList<>();
    public final List<String> messages = new ArrayList<>();
    public final Map<String, Reservation> reservations = new HashMap<>();
    public final List<String> asked = new ArrayList<>();
    public boolean reserves = true;
    public boolean refuses;
    public String helpless = "";
    /** Runs the requests of the fixture. */
    private final Executor requests = Runnable::run;
    /** How long it takes to look at a pod's backup. */
    public Duration search = Duration.ZERO;

    private RecoveryReconciler recovery;
    private int replacements;
    public final TestBalloons balloons;

    public FailoverFixture(long seed) {
        scenario = new Scenario(BuiltInProfiles.edgewise(), seed, new ProtectionRules(Set.of("edgewise"), 1));
        scenario.feed.reservations().serve(true);
        balloons = new TestBalloons(scenario, written);
        recovery = recovery();
    }

    /** Starts recovery in a new process. */
    public void restart() {
        recovery = recovery();
    }

    private RecoveryReconciler recovery() {
        BackupReconciler backups =
                new BackupReconciler(scenario.state, scenario.decisions, this::profile, scenario.ticker);
        PodRestartNodeTainter taints =
                new PodRestartNodeTainter(scenario.state, scenario.decisions, balloons, scenario.ticker);
        FailoverReservationCreator rooms = new FailoverReservationCreator(
                scenario.state,
                scenario.decisions,
                this,
                backups,
                new BalloonReleaser(scenario.state, scenario.decisions, balloons, taints, scenario.ticker),
                new ConcurrentPodRequestSender(requests),
                scenario.ticker);
        FailureRules rules = new FailureRules(
                Set.of(FailureCause.NOT_READY, FailureCause.DELETED),
                Duration.ofSeconds(2),
                Duration.ZERO,
                Duration.ZERO,
                1);
        FailedNodeDetector failed = new FailedNodeDetector(rules, scenario.ticker);
        Failover failover = new Failover(
                scenario.state,
                scenario.decisions,
                rooms,
                node -> failed.mayRestartPodsOf(node, scenario.decisions.snapshot()),
                this,
                new ConcurrentPodRequestSender(requests),
                false,
                scenario.ticker);
        UnneededFailoverReservationDeleter cleanup = new UnneededFailoverReservationDeleter(
                scenario.state,
                scenario.decisions,
                node -> failed.isFailing(node, scenario.decisions.snapshot()),
                this::release,
                scenario.ticker);
        return new RecoveryReconciler(
                scenario.state,
                scenario.decisions,
                scenario.queue::hasActiveOrInFlightPods,
                failed,
                failover,
                cleanup,
                backups,
                taints);
    }

    /** Runs one step of recovery. */
    public void reconcile() {
        recovery.step();
    }

    private Profile profile(String name) {
        scenario.pass(search);
        return BuiltInProfiles.edgewise();
    }

    @Override
    public @Nullable Reservation reserve(Pod lost, String node) throws ReservationRefusedException {
        if (refuses) {
            throw new ReservationRefusedException("403: exceeded quota");
        }
        if (!reserves || lost.namespace().equals(helpless)) {
            asked.add(lost.key().toString());
            return null;
        }
        written.add("reserve " + lost.key().name() + " " + node);
        return reservations.computeIfAbsent(
                lost.uid(),
                uid -> new Reservation(
                        new ReservationKey("default", "recovery-" + uid),
                        "reservation-" + uid,
                        node,
                        lost.spec().requests().needed(),
                        new ReservationPodMatcher.Owner(
                                lost.controllerUid(), "of " + lost.key().name()),
                        Duration.ofMinutes(10),
                        scenario.clock.instant(),
                        "",
                        false,
                        null,
                        ReservationStatus.NEW));
    }

    private void release(Reservation room) {
        written.add("release " + room.key().name());
        scenario.feed.reservations().remove(room.key());
    }

    /** Reserves as a leader that died meanwhile. */
    public Reservation reserved(Pod lost, String node) {
        try {
            return Objects.requireNonNull(reserve(lost, node));
        } catch (ReservationRefusedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean delete(Pod lost, boolean force, BooleanSupplier wanted) {
        written.add("delete " + lost.key().name());
        String name = lost.key().name();
        scenario.feed.pod(owned(name, lost.controllerUid(), lost)
                .runningOn(lost.spec().nodeName())
                .terminating()
                .build());
        scenario.feed.pod(
                owned("new-" + replacements++, lost.controllerUid(), lost).build());
        return true;
    }

    @Override
    public void annotate(Pod pod, @Nullable String backup, String message) {
        written.add("annotate " + pod.key().name() + " " + backup);
        messages.add(message);
    }

    @Override
    public void withdraw(Pod pod) {
        written.add("withdraw " + pod.key().name());
    }

    /** @param wanted whether there are to be balloons */
    public Runnable balloonKeeper(boolean wanted) {
        return balloons.reconciler(wanted);
    }

    /** Writes the statuses as the leader does; the watch brings them back. */
    public void writeStatuses() {
        scenario.state.reservations().states().forEach(known -> scenario.feed
                .reservations()
                .put(known.reservation().withStatus(known.now())));
    }

    public void place(TestPods.Builder... pods) {
        scenario.pods(pods).run().confirm();
    }

    public void fail(String node, TestNodes.Builder as) {
        scenario.feed.node(as.taint(NOT_READY.key(), "", NOT_READY.effect()).build());
    }

    public void step(Duration after) {
        scenario.pass(after);
        recovery.step();
        scenario.run().confirm();
        writeStatuses();
    }

    /** Runs as many steps as it takes to reserve, to be sure of it, and to delete. */
    public void steps(Duration after) {
        step(after);
        step(Duration.ofSeconds(6));
        step(Duration.ofSeconds(1));
    }

    /** The current pod of the controller. */
    public PodWithBackup replacement(String owner) {
        return scenario.state.protection().pods().stream()
                .filter(pod -> pod.pod().controllerUid().equals(owner))
                .findFirst()
                .orElseThrow();
    }

    public Map<String, PodWithBackup> byName() {
        Map<String, PodWithBackup> byName = new HashMap<>();
        scenario.state
                .protection()
                .pods()
                .forEach(pod -> byName.put(pod.pod().key().name(), pod));
        return byName;
    }

    public static TestPods.Builder owned(String name, String owner, Pod like) {
        Resources needs = like.spec().requests().needed();
        return pod(name).controllerUid(owner).memory((needs.memory() >> 20) + "Mi");
    }

    public static TestPods.Builder protectedPod(String name, String memory) {
        return pod(name).controllerUid("owner-of-" + name).memory(memory);
    }
}
