package dev.edgewise.offloader.planning;

import dev.edgewise.common.energy.FaasHouseWeights;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Scores of charge, locality and stickiness; the neediest functions choose first, after the functions of the node that they choose.
 *
 * <p>Source: Aslanpour, Toosi, Cheema, Chhetri, faasHouse, IEEE TSC 17(4) 2024, 10.1109/TSC.2024.3354296, with two guards: room is tested after the host's
 * own functions are placed there, and only running hosts are chosen.
 */
public final class FaasHousePlanner implements Planner {
    private final FaasHouseWeights weights;

    public FaasHousePlanner(FaasHouseWeights weights) {
        this.weights = weights;
    }

    @Override
    public int[] plan(PlanningView view) {
        return new Plan(view).hosts();
    }

    private final class Plan {
        private final PlanningView view;
        private final Room room;
        private final int[] byCharge;

        /** Functions by owner; those of a share are placed together. */
        private final Map<OwnedShare, List<Integer>> owned;

        /** For functions that have no place yet. */
        private final KeptRoom kept;

        Plan(PlanningView view) {
            this.view = view;
            room = new Room(view);
            byCharge = view.nodesByCharge();
            kept = new KeptRoom(view);
            owned = IntStream.range(0, view.functions().size())
                    .boxed()
                    .collect(Collectors.groupingBy(
                            function -> OwnedShare.of(view.functions().get(function))));
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
            double[] energyByOwner = new double[view.nodes().size()];
            for (int owner = 0; owner < energyByOwner.length; owner++) {
                for (int node : byCharge) {
                    energyByOwner[owner] += energy(owner, node);
                }
            }
            return view.functions().stream()
                    .mapToDouble(function -> energyByOwner[function.owner()]
                            + locality(function.owner())
                            + (function.isAway() ? weights.stickiness() : 0))
                    .toArray();
        }

        private double energy(int owner, int node) {
            return weights.energy(view.percent(node), view.percent(owner));
        }

        private double locality(int owner) {
            return weights.locality(view.percent(owner));
        }

        private double score(PlannedFunction function, int node) {
            double energy = energy(function.owner(), node);
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
                placeAll(OwnedShare.atHome(host));
                placeAll(OwnedShare.elsewhere(host, planned.namespace()));
            }
            place(function, host);
        }

        /** At their owner. */
        private void placeAll(OwnedShare share) {
            List<Integer> functions = owned.remove(share);
            if (functions != null) {
                functions.stream().filter(own -> !room.isPlaced(own)).forEach(own -> place(own, share.owner()));
            }
        }

        private void place(int function, int node) {
            PlannedFunction planned = view.functions().get(function);
            kept.release(planned);
            room.place(function, node);
        }

        private boolean ownerKeeps(PlannedFunction planned) {
            return !weights.warm() && view.nodes().get(planned.owner()).power() == PlanNode.Power.OFF;
        }

        /** Of owner, present host and the best powered other node, the one with the largest score that has room; else the owner. */
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
            for (int node : byCharge) {
                if (accepts(function, node)) {
                    return node;
                }
            }
            return Room.UNPLACED;
        }

        private boolean accepts(int function, int node) {
            PlannedFunction planned = view.functions().get(function);
            return node == planned.owner()
                    ? room.fits(function, node)
                    : (view.nodes().get(node).isRunning()
                                    || !view.nodes().get(planned.owner()).isRunning())
                            && room.fits(function, node, kept.of(node, planned.namespace()));
        }
    }
}
