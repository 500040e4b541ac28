package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.Planner;
import dev.edgewise.offloader.planning.PlanningView;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks a planner for the moves of a fleet. */
public final class MoveProposalFinder {
    private MoveProposalFinder() {}

    /** The proposals by UID of the pods that it would have elsewhere. */
    public static Map<String, MoveProposal> of(Planner planner, PlanningSnapshot fleet) {
        PlanningView view = fleet.view();
        int[] hosts = planner.plan(view);
        Map<String, MoveProposal> proposals = new LinkedHashMap<>();
        for (int function = 0; function < hosts.length; function++) {
            PlannedFunction planned = view.functions().get(function);
            if (planned.host() >= 0 && planned.host() != hosts[function]) {
                proposals.put(fleet.pods().get(function).uid(), proposal(view, planned, hosts[function]));
            }
        }
        return proposals;
    }

    /** Proposes a move for the energy of a node of the view. */
    public static MoveProposal proposal(PlanningView view, PlannedFunction function, int target) {
        PlanNode from = view.nodes().get(function.host());
        PlanNode to = view.nodes().get(target);
        double gain = target == function.owner() ? MoveProposal.ANY : to.percent() - from.percent();
        return new MoveProposal(to.name(), charge(from) + ", " + charge(to), MoveCause.ENERGY, gain, 0);
    }

    static String charge(PlanNode node) {
        return node.name() + " is at " + Math.round(node.percent()) + " %";
    }
}
