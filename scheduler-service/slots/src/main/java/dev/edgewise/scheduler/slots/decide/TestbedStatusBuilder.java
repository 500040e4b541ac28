package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The status of a testbed, as the ledger, its nodes and the pods in its slots give it. */
final class TestbedStatusBuilder {
    private static final int MOST_NODE_PROBLEMS = 50;

    private final SlotDecisionInputIndex index;
    private final SlotLayouts layouts;

    TestbedStatusBuilder(SlotDecisionInputIndex index, SlotLayouts layouts) {
        this.index = index;
        this.layouts = layouts;
    }

    /** @param isWanted whether a Scheduling holds it or waits for it */
    TestbedStatus status(Testbed testbed, List<Slot> slots, boolean isWanted) {
        Claim holder = index.input().claims().holderOfTestbed(testbed.uid());
        List<NodeProblem> problems = nodeProblems(testbed, slots);
        Problem problem = layouts.problem(testbed, places(testbed));
        return new TestbedStatus(
                state(slots, problem),
                testbed.metadata().generation(),
                slots,
                holder == null ? null : holder.scheduling().name(),
                idleSince(testbed, isWanted),
                shown(problems),
                conditions(testbed, problem, slots, problems, holder));
    }

    /** Returns since when no Scheduling wants the testbed; null if one does. */
    @Nullable
    Instant idleSince(Testbed testbed, boolean isWanted) {
        if (isWanted) {
            return null;
        }
        Instant before = testbed.status().idleSince();
        return before == null || before.isAfter(index.now()) ? index.now() : before;
    }

    private static TestbedState state(List<Slot> slots, @Nullable Problem problem) {
        if (problem != null || slots.isEmpty()) {
            return TestbedState.ERROR;
        }
        if (slots.stream().anyMatch(slot -> slot.state() == SlotState.OCCUPIED)) {
            return TestbedState.RUNNING;
        }
        if (slots.stream().anyMatch(slot -> slot.state() == SlotState.RESERVED)) {
            return TestbedState.IN_PROGRESS;
        }
        return slots.stream().allMatch(Slot::isUsable) ? TestbedState.SUCCESS : TestbedState.ERROR;
    }

    private List<SlotPlace> places(Testbed testbed) {
        return index.input().claims().layouts().getOrDefault(testbed.uid(), List.of());
    }

    /** Returns the first problems, and how many more there are: a status has a largest size. */
    private static List<NodeProblem> shown(List<NodeProblem> problems) {
        if (problems.size() <= MOST_NODE_PROBLEMS) {
            return problems;
        }
        List<NodeProblem> shown = new ArrayList<>(problems.subList(0, MOST_NODE_PROBLEMS));
        int more = problems.size() - MOST_NODE_PROBLEMS;
        shown.add(new NodeProblem("others", more + " more nodes have problems"));
        return shown;
    }

    private List<NodeProblem> nodeProblems(Testbed testbed, List<Slot> slots) {
        Map<String, String> messages = new TreeMap<>();
        if (testbed.problem() == null) {
            List<NodeProblem> ofSelection =
                    layouts.selection(testbed, places(testbed)).problems();
            ofSelection.forEach(problem -> messages.putIfAbsent(problem.node(), problem.message()));
        }
        for (Slot slot : slots) {
            if (slot.problem() != null) {
                messages.putIfAbsent(slot.place().node(), slot.problem());
            }
        }
        return messages.entrySet().stream()
                .map(entry -> new NodeProblem(entry.getKey(), entry.getValue()))
                .toList();
    }

    private List<Condition> conditions(
            Testbed testbed,
            @Nullable Problem problem,
            List<Slot> slots,
            List<NodeProblem> problems,
            @Nullable Claim holder) {
        Conditions conditions = new Conditions(
                testbed.status().conditions(), index.now(), testbed.metadata().generation());
        conditions.with(
                Condition.VALID,
                problem == null,
                problem == null ? "Valid" : "Invalid",
                problem == null ? "the spec can be followed" : problem.message());
        readiness(testbed, slots, problems, conditions);
        conditions.with(
                Condition.CLAIMED,
                holder != null,
                holder == null ? "Released" : "Held",
                holder == null
                        ? "no Scheduling holds it"
                        : "Scheduling " + holder.scheduling().name() + " holds it");
        return conditions.list();
    }

    private static void readiness(
            Testbed testbed, List<Slot> slots, List<NodeProblem> problems, Conditions conditions) {
        long unusable = slots.stream().filter(slot -> !slot.mayBecomeUsable()).count();
        if (slots.isEmpty()) {
            String label = testbed.spec().nodeLabel();
            String message = "no node with the label " + label + " can be used: it must be on one node or more";
            conditions.with(
                    Condition.READY, false, "NoNodes", problems.isEmpty() ? message : message + first(problems));
        } else if (unusable > 0) {
            conditions.with(
                    Condition.READY,
                    false,
                    "SlotsUnusable",
                    unusable + " of " + slots.size() + " slots cannot be used" + first(problems));
        } else if (!problems.isEmpty()) {
            conditions.with(
                    Condition.READY,
                    false,
                    "NodesUnusable",
                    problems.size() + " nodes cannot be used" + first(problems));
        } else {
            conditions.with(Condition.READY, true, "Ready", "all " + slots.size() + " slots can be used");
        }
    }

    private static String first(List<NodeProblem> problems) {
        return problems.isEmpty()
                ? ""
                : "; " + problems.get(0).node() + ": " + problems.get(0).message();
    }
}
