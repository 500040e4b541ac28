package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.Planner;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.SafetyGate;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** Puts a policy's targets through the safety rules. For one thread at a time. */
public final class MovePlanner {
    private final Planner planner;
    private final SafetyGate gate;

    public MovePlanner(Planner planner, SafetyGate gate) {
        this.planner = planner;
        this.gate = gate;
    }

    /**
     * The plan of a round, which counts as a reading for the rule that several in a row must agree.
     *
     * @param now reading of a monotonic clock, in ns
     */
    public MovePlan round(Fleet fleet, long now) {
        int[] hosts = planner.plan(fleet.view());
        Set<String> wanted = new HashSet<>();
        Set<String> all = new HashSet<>();
        for (int function = 0; function < hosts.length; function++) {
            MovablePod pod = fleet.pods().get(function);
            all.add(pod.uid());
            if (isElsewhere(fleet.view(), function, hosts[function])) {
                wanted.add(pod.uid());
            }
        }
        gate.read(wanted, all);
        return plan(fleet, hosts, now);
    }

    /** The plan that a round would make now; nothing changes by it. */
    public MovePlan dryRun(Fleet fleet, long now) {
        return plan(fleet, planner.plan(fleet.view()), now);
    }

    /** Pods of the worst powered nodes go first, as moves are rationed. */
    private MovePlan plan(Fleet fleet, int[] hosts, long now) {
        SafetyGate.Trial trial = gate.trial();
        Verdict[] verdicts = new Verdict[hosts.length];
        IntStream.range(0, hosts.length)
                .boxed()
                .sorted(Comparator.comparingDouble(function -> percentOfHost(fleet.view(), function)))
                .forEach(function -> verdicts[function] = verdict(fleet, function, hosts[function], trial, now));
        return new MovePlan(List.of(verdicts));
    }

    private static Verdict verdict(Fleet fleet, int function, int target, SafetyGate.Trial trial, long now) {
        MovablePod pod = fleet.pods().get(function);
        PlanningView view = fleet.view();
        if (!isElsewhere(view, function, target)) {
            return new Verdict(pod, null, charge(view, target) + ": no other node is better", null);
        }
        String node = view.nodes().get(target).name();
        String why = charge(view, view.functions().get(function).host()) + ", " + charge(view, target);
        return new Verdict(pod, node, why, trial.request(pod, node, now).orElse(null));
    }

    private static boolean isElsewhere(PlanningView view, int function, int target) {
        int host = view.functions().get(function).host();
        return host >= 0 && host != target;
    }

    private static double percentOfHost(PlanningView view, int function) {
        PlannedFunction planned = view.functions().get(function);
        return planned.host() < 0 ? 0 : view.nodes().get(planned.host()).percent();
    }

    private static String charge(PlanningView view, int node) {
        PlanNode planned = view.nodes().get(node);
        return String.format(Locale.ROOT, "%s is at %.0f %%", planned.name(), planned.percent());
    }
}
