package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.Placement.Present;
import dev.edgewise.offloader.scheduler.PlacementError;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violation;
import dev.edgewise.offloader.scheduler.ViolationSource.Listed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plans of rounds, of a scheduler whose answers are scripted. */
abstract class PlanningFixture {
    static final long SECOND = 1_000_000_000;

    final List<List<PlacementQuery>> asked = new ArrayList<>();

    final Map<String, Placement> scripted = new HashMap<>();

    final List<Violation> violations = new ArrayList<>();

    final MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);

    final PlanGenerator planning = new PlanGenerator(gate, SafetySettings.DEFAULT, this::answer, this::listed);

    PlanningState state = PlanningState.begin(SafetySettings.DEFAULT, Duration.ofMinutes(1));

    /** Calls to the scheduler so far. */
    int calls;

    /** Nodes on which nothing fits, and where what leaves would go. */
    final Set<String> full = new HashSet<>();

    String free;

    /** A pod that takes the scheduler too long. */
    String slow = "";

    /** The pods that the scheduler answers about before its timeout. */
    int answeredInTime = Integer.MAX_VALUE;

    /** Whether the scheduler answers nothing. */
    boolean silent;

    /** Causes that were asked for. */
    final List<MoveCause> listed = new ArrayList<>();

    boolean unlisted;

    /** The one cause that is not listed. */
    MoveCause away;

    long now;

    /** Everything fits, where nothing else is said. */
    Map<String, Placement> answer(List<PlacementQuery> queries) throws SchedulerUnavailableException {
        asked.add(queries);
        if (silent) {
            throw new SchedulerUnavailableException("scheduler-service answers 503", new IOException());
        }
        Map<String, Placement> answers = new HashMap<>();
        queries.stream()
                .limit(answeredInTime)
                .forEach(each -> answers.put(
                        each.pod().key(), scripted.getOrDefault(each.pod().key(), placement(each))));
        answers.computeIfPresent(
                slow,
                (pod, answer) -> new Placement(
                        pod, null, "it takes too long", null, null, new PlacementError("TOO_SLOW", 0, null, "")));
        return answers;
    }

    private Placement placement(PlacementQuery query) {
        String pod = query.pod().key();
        if (query.target() == null) {
            return new Placement(pod, free, "fits", null, null);
        }
        return full.contains(query.target())
                ? new Placement(pod, free, "Reservation x is not taken: no room", null, null)
                : new Placement(pod, query.target(), "fits", "ns/offload", null);
    }

    Listed listed(MoveCause cause) throws SchedulerUnavailableException {
        listed.add(cause);
        if (unlisted || away == cause) {
            throw new SchedulerUnavailableException("scheduler-service answers 503", new IOException());
        }
        return new Listed(
                violations.stream().filter(each -> each.cause() == cause).toList(), 1);
    }

    /** The scheduler would place it on that node. */
    void violated(String pod, String node, Double severity, String backup, String target) {
        violations.add(
                new Violation(MoveCause.DELAY, "ns/" + pod, "uid-" + pod, node, "9 ms to cam", severity, backup));
        scripted.put(
                "ns/" + pod,
                new Placement("ns/" + pod, target, "fits", "ns/offload", new Present(node, "Delay", "9 ms to cam")));
    }

    /** The node is in quarantine for its type; the scheduler would place it on that target. */
    void quarantined(String pod, String node, String target) {
        violations.add(new Violation(MoveCause.REWARD, "ns/" + pod, "uid-" + pod, node, "in quarantine", 0.9, null));
        scripted.put(
                "ns/" + pod,
                new Placement(
                        "ns/" + pod, target, "fits", "ns/offload", new Present(node, "Rewards", "in quarantine")));
    }

    MovePlan rounds(TestFleet fleet, Policy policy, int rounds) throws PlanUnavailableException {
        MovePlan plan = new MovePlan(List.of());
        for (int round = 0; round < rounds; round++) {
            now += 10 * SECOND;
            fleet.newReadings();
            plan = round(fleet, policy);
        }
        return plan;
    }

    private MovePlan round(TestFleet fleet, Policy policy) throws PlanUnavailableException {
        PlanGenerator.Planned planned = plan(fleet, policy, PlanRunMode.ROUND);
        state = planned.next();
        calls += planned.calls();
        return planned.plan();
    }

    PlanGenerator.Planned plan(TestFleet fleet, Policy policy, PlanRunMode purpose) {
        Set<String> violated = state.violations().uids();
        return planning.plan(state, fleet.cluster(), fleet.input(violated), policy, purpose, now);
    }

    static TestFleet weakAndStrong() {
        return new TestFleet()
                .node("a", EnergyLevel.LOW_POWERED, 20)
                .node("b", EnergyLevel.WELL_POWERED, 90)
                .pod("fibo-a", "a")
                .pod("fibo-b", "b");
    }

    static TestFleet threeStrong() {
        return new TestFleet()
                .node("a", EnergyLevel.WELL_POWERED, 90)
                .node("b", EnergyLevel.WELL_POWERED, 80)
                .node("c", EnergyLevel.WELL_POWERED, 80);
    }
}
