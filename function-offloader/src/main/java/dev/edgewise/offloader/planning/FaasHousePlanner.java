package dev.edgewise.offloader.planning;

import dev.edgewise.common.energy.FaasHouseWeights;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Scores of charge, locality and stickiness; the neediest functions choose first, after the functions of the node that
 * they choose.
 *
 * <p>Source: Aslanpour, Toosi, Cheema, Chhetri, faasHouse, IEEE TSC 17(4) 2024, 10.1109/TSC.2024.3354296, with two
 * guards: room is tested after the host's own functions are placed there, and only running hosts are chosen.
 */
public final class FaasHousePlanner implements Planner {
    private final FaasHouseWeights weights;

    public FaasHousePlanner(FaasHouseWeights weights) {
        this.weights = weights;
    }

    @Override
    public int[] plan(PlanningView view) {
        return plan(view, new PartialPlacement(view));
    }

    int[] plan(PlanningView view, PartialPlacement room) {
        return new Plan(view, room).hosts();
    }

    private final class Plan {
        private final PlanningView view;
        private final PartialPlacement room;
        private final int[] byCharge;

        /** Functions by owner; those of a share are placed together. */
        private final Map<ReservedCapacityGroup, List<Integer>> owned;

        /** The room that nodes keep for functions that have no place yet. */
        private final OwnedFunctionReserves kept;

        /** The room of each node, in the order of charge. */
        private final int[] places;

        /** Hosts for functions of owners that run. */
        private final SpareCapacitySearch running;

        /** Hosts for those of others. */
        private final SpareCapacitySearch all;

        Plan(PlanningView view, PartialPlacement room) {
            this.view = view;
            this.room = room;
            byCharge = view.nodesByCharge();
            places = new int[byCharge.length];
            IntStream.range(0, byCharge.length).forEach(place -> places[byCharge[place]] = place);
            kept = new OwnedFunctionReserves(view);
            running = new SpareCapacitySearch(byCharge, kept, this::leftIfRunning);
            all = new SpareCapacitySearch(byCharge, kept, room::left);
            owned = IntStream.range(0, view.functions().size())
                    .boxed()
                    .collect(Collectors.groupingBy(function ->
                            ReservedCapacityGroup.of(view.functions().get(function))));
        }

        int[] hosts() {
            double[] totals = totals();
            IntStream.range(0, totals.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer function) -> -totals[function]))
                    .forEach(this::placeOnce);
            return room.hosts();
        }

        /** The sum of a function's scores over all nodes, needy owners' functions first. */
        private double[] totals() {
            Map<Integer, Long> nodes =
                    IntStream.of(byCharge).boxed().collect(Collectors.groupingBy(view::percent, Collectors.counting()));
            Map<Integer, Double> energy = new HashMap<>();
            return view.functions().stream()
                    .mapToDouble(function ->
                            energy.computeIfAbsent(view.percent(function.owner()), owner -> energy(nodes, owner))
                                    + locality(function.owner())
                                    + (function.isAway() ? weights.stickiness() : 0))
                    .toArray();
        }

        /** Over all nodes, of which there are so many of each percentage. */
        private double energy(Map<Integer, Long> nodes, int owner) {
            return nodes.entrySet().stream()
                    .mapToDouble(each -> each.getValue() * weights.energy(each.getKey(), owner))
                    .sum();
        }

        private double locality(int owner) {
            return weights.locality(view.percent(owner));
        }

        private double score(PlannedFunction function, int node) {
            double energy = weights.energy(view.percent(node), view.percent(function.owner()));
            if (node == function.owner()) {
                return energy + locality(node);
            }
            return node == function.host() ? energy + weights.stickiness() : energy;
        }

        private void placeOnce(int function) {
            if (room.isPlaced(function)) {
                return;
            }
            PlannedFunction planned = view.functions().get(function);
            int host = ownerKeeps(planned) ? planned.owner() : best(function);
            if (host != planned.owner()) {
                placeAll(ReservedCapacityGroup.atHome(host));
                placeAll(ReservedCapacityGroup.elsewhere(host, planned.namespace()));
            }
            place(function, host);
        }

        /** At their owner. */
        private void placeAll(ReservedCapacityGroup share) {
            List<Integer> functions = owned.remove(share);
            if (functions != null) {
                functions.stream().filter(own -> !room.isPlaced(own)).forEach(own -> place(own, share.owner()));
            }
        }

        private void place(int function, int node) {
            PlannedFunction planned = view.functions().get(function);
            kept.release(planned);
            room.place(function, node);
            if (node != planned.owner()) {
                running.raise(planned, places[planned.owner()]);
                all.raise(planned, places[planned.owner()]);
            }
        }

        private boolean ownerKeeps(PlannedFunction planned) {
            return !weights.warm() && view.nodes().get(planned.owner()).power() == PlanNode.Power.OFF;
        }

        /**
         * Returns the node with the largest score that has room, of owner, present host and the best powered other
         * node; else the owner.
         */
        private int best(int function) {
            PlannedFunction planned = view.functions().get(function);
            return IntStream.of(planned.owner(), planned.host(), bestPowered(function))
                    .filter(node -> node >= 0 && accepts(function, node))
                    .boxed()
                    .min(Comparator.comparingDouble((Integer node) -> -score(planned, node))
                            .thenComparing(Comparator.naturalOrder()))
                    .orElse(planned.owner());
        }

        private int bestPowered(int function) {
            PlannedFunction planned = view.functions().get(function);
            int owner = planned.owner();
            int first = hostsOf(planned).find(planned, 0, byCharge.length);
            // An owner has more room for its function than for others.
            boolean isOwnerFirst = first == FirstFitTree.NONE || places[owner] < first;
            if (isOwnerFirst && accepts(function, owner)) {
                return owner;
            }
            return first == FirstFitTree.NONE ? PartialPlacement.UNPLACED : byCharge[first];
        }

        private boolean accepts(int function, int node) {
            PlannedFunction planned = view.functions().get(function);
            return node == planned.owner()
                    ? room.fits(function, node)
                    : hostsOf(planned).left(node, planned.namespace()) >= planned.millis();
        }

        private SpareCapacitySearch hostsOf(PlannedFunction function) {
            return view.nodes().get(function.owner()).isRunning() ? running : all;
        }

        /** Less than any function needs if the node does not run, with some to spare for what is kept. */
        private long leftIfRunning(int node) {
            return view.nodes().get(node).isRunning() ? room.left(node) : Long.MIN_VALUE / 2;
        }
    }
}
