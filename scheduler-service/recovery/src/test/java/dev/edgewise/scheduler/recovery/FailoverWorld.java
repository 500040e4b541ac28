package dev.edgewise.scheduler.recovery;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservedFor;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.recovery.FailureRules.Cause;
import dev.edgewise.scheduler.state.protection.ProtectedPod;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A cluster whose controllers replace pods that are deleted, at once. */
final class FailoverWorld implements FailoverWriter {
    static final Taint NOT_READY = new Taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_EXECUTE);

    final Scenario scenario;
    final List<String> written = new ArrayList<>();
    final List<String> messages = new ArrayList<>();
    final Map<String, Reservation> reservations = new HashMap<>();
    RecoveryReconciler keeper;
    final List<String> asked = new ArrayList<>();
    boolean reserves = true;
    boolean refuses;
    String helpless = "";
    boolean decides = true;
    /** Runs the requests of the world. */
    private final Executor requests = Runnable::run;
    /** How long it takes to look at a pod's backup. */
    Duration search = Duration.ZERO;

    private int replacements;
    final TestBalloons balloons;

    FailoverWorld(long seed) {
        scenario = new Scenario(Profiles.edgewise(), seed, new ProtectionRules(Set.of("edgewise"), 1));
        scenario.feed.reservations().serve(true);
        balloons = new TestBalloons(scenario, written);
        keeper = keeper();
    }

    /** A new process. */
    RecoveryReconciler keeper() {
        BackupReconciler protector =
                new BackupReconciler(scenario.state, this::profile, scenario.state::snapshot, scenario.ticker);
        RestartTaintController guard =
                new RestartTaintController(scenario.state, scenario.state::snapshot, balloons, scenario.ticker);
        FailoverReservations rooms = new FailoverReservations(
                scenario.state,
                scenario.feed,
                scenario.cycle::betweenDecisions,
                this,
                protector,
                new BalloonReleaser(scenario.state, scenario.feed, balloons, guard, scenario.ticker),
                new ConcurrentRequests(requests),
                scenario.ticker);
        FailureRules rules = new FailureRules(
                Set.of(Cause.NOT_READY, Cause.DELETED), Duration.ofSeconds(2), Duration.ZERO, Duration.ZERO, 1);
        FailedNodes failed = new FailedNodes(rules, scenario.ticker);
        Failover failover = new Failover(
                scenario.state,
                rooms,
                () -> decides,
                node -> failed.mayRestartPodsOf(node, scenario.state.snapshot()),
                this,
                new ConcurrentRequests(requests),
                false,
                scenario.ticker);
        return new RecoveryReconciler(
                scenario.state,
                scenario.state::snapshot,
                scenario.cycle::betweenDecisions,
                () -> decides,
                scenario.queue::podsWait,
                failed,
                failover,
                new ReservationCleanup(
                        scenario.state,
                        scenario.cycle::betweenDecisions,
                        () -> decides,
                        node -> failed.isFailing(node, scenario.state.snapshot()),
                        this::release,
                        scenario.ticker),
                protector,
                guard);
    }

    private Profile profile(String name) {
        scenario.pass(search);
        return Profiles.edgewise();
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
                        new ReservedFor.Owner(
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
    Reservation reserved(Pod lost, String node) {
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

    BackupWriter writes() {
        return new BackupWriter(
                scenario.state, scenario.cycle::betweenDecisions, () -> true, this, pod -> "why", scenario.ticker);
    }

    /** @param wanted whether there are to be balloons */
    BalloonReconciler balloonKeeper(boolean wanted) {
        return balloonKeeper(wanted, scenario.cycle::betweenDecisions);
    }

    BalloonReconciler balloonKeeper(boolean wanted, Consumer<Runnable> betweenDecisions) {
        return new BalloonReconciler(
                scenario.state,
                scenario.state::snapshot,
                scenario.feed,
                betweenDecisions,
                () -> decides,
                balloons,
                wanted,
                scenario.ticker);
    }

    /** Writes the statuses as the leader does; the watch brings them back. */
    void writeStatuses() {
        scenario.state.reservations().states().forEach(known -> scenario.feed
                .reservations()
                .put(known.reservation().withStatus(known.now())));
    }

    void place(TestPods.Builder... pods) {
        scenario.pods(pods).run().confirm();
    }

    void fail(String node, TestNodes.Builder as) {
        scenario.feed.node(as.taint(NOT_READY.key(), "", NOT_READY.effect()).build());
    }

    void step(Duration after) {
        scenario.pass(after);
        keeper.step();
        scenario.run().confirm();
        writeStatuses();
    }

    /** Runs as many steps as it takes to reserve, to be sure of it, and to delete. */
    void steps(Duration after) {
        step(after);
        step(Duration.ofSeconds(6));
        step(Duration.ofSeconds(1));
    }

    /** The current pod of the controller. */
    ProtectedPod replacement(String owner) {
        return scenario.state.protection().pods().stream()
                .filter(pod -> pod.pod().controllerUid().equals(owner))
                .findFirst()
                .orElseThrow();
    }

    Map<String, ProtectedPod> byName() {
        Map<String, ProtectedPod> byName = new HashMap<>();
        scenario.state
                .protection()
                .pods()
                .forEach(pod -> byName.put(pod.pod().key().name(), pod));
        return byName;
    }

    static TestPods.Builder owned(String name, String owner, Pod like) {
        Resources needs = like.spec().requests().needed();
        return pod(name).controllerUid(owner).memory((needs.memory() >> 20) + "Mi");
    }

    static TestPods.Builder protectedPod(String name, String memory) {
        return pod(name).controllerUid("owner-of-" + name).memory(memory);
    }
}
