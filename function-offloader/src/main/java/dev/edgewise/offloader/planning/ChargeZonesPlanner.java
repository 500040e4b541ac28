package dev.edgewise.offloader.planning;

import dev.edgewise.common.energy.ChargeZone;
import dev.edgewise.common.energy.ChargeZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Zones of charge: functions of poor nodes go to rich ones, and to vulnerable ones that keep room for their own
 * functions; functions of vulnerable nodes go to rich ones; functions stay where they are while that is nearly as good.
 *
 * <p>Source: Aslanpour et al., Energy-Aware Resource Scheduling for Serverless Edge Computing, CCGrid 2022,
 * 10.1109/CCGrid54584.2022.00028.
 */
public final class ChargeZonesPlanner implements Planner {
    private final ChargeZoneRules rules;

    public ChargeZonesPlanner(ChargeZoneRules rules) {
        this.rules = rules;
    }

    @Override
    public int[] plan(PlanningView view) {
        return plan(view, new PartialPlacement(view));
    }

    int[] plan(PlanningView view, PartialPlacement room) {
        return new Plan(view, room).hosts();
    }

    /** Nodes of one zone, by their places in the order of charge. */
    private record Stretch(ChargeZone zone, int begin, int end) {}

    private final class Plan {
        private final PlanningView view;
        private final PartialPlacement room;
        private final ChargeZone[] zones;
        private final OwnedFunctionReserves kept;
        private final int[] byCharge;
        private final boolean anyRich;
        private final List<Stretch> stretches;
        private final FirstFitTree withRoom;
        private final SpareCapacitySearch besideOwn;

        Plan(PlanningView view, PartialPlacement room) {
            this.view = view;
            this.room = room;
            zones = IntStream.range(0, view.nodes().size())
                    .mapToObj(node -> rules.zone(view.percent(node)))
                    .toArray(ChargeZone[]::new);
            kept = new OwnedFunctionReserves(view);
            byCharge = view.nodesByCharge();
            anyRich = zones.length > 0 && zones[byCharge[0]] == ChargeZone.RICH;
            stretches = stretches();
            withRoom = new FirstFitTree(byCharge.length, place -> room.left(byCharge[place]));
            besideOwn = new SpareCapacitySearch(byCharge, kept, room::left);
        }

        private List<Stretch> stretches() {
            List<Stretch> found = new ArrayList<>();
            int begin = 0;
            for (int place = 1; place <= byCharge.length; place++) {
                ChargeZone zone = zones[byCharge[begin]];
                if (place == byCharge.length || zones[byCharge[place]] != zone) {
                    found.add(new Stretch(zone, begin, place));
                    begin = place;
                }
            }
            return found;
        }

        int[] hosts() {
            IntStream.range(0, view.functions().size())
                    .boxed()
                    .sorted(Comparator.comparing((Integer function) -> ownerZone(function))
                            .thenComparing(this::turn))
                    .forEach(function -> room.place(function, host(function)));
            return room.hosts();
        }

        private ChargeZone ownerZone(int function) {
            return zones[view.functions().get(function).owner()];
        }

        /** Among poor and among vulnerable owners the neediest first, else the best powered. */
        private int turn(int function) {
            int percent = view.percent(view.functions().get(function).owner());
            ChargeZone zone = ownerZone(function);
            return zone == ChargeZone.POOR || zone == ChargeZone.VULNERABLE ? percent : -percent;
        }

        private int host(int function) {
            PlannedFunction planned = view.functions().get(function);
            ChargeZone zone = zones[planned.owner()];
            if (rules.staysHome(zone)) {
                return planned.owner();
            }
            if (planned.isAway() && staysWith(function, planned.host())) {
                return planned.host();
            }
            return firstVolunteer(function, true, planned.owner());
        }

        private boolean staysWith(int function, int host) {
            int best = firstVolunteer(function, false, PartialPlacement.UNPLACED);
            if (best == PartialPlacement.UNPLACED) {
                return false;
            }
            PlannedFunction planned = view.functions().get(function);
            return rules.sticks(ownerZone(function), view.percent(host), view.percent(best), anyRich)
                    && room.fits(
                            function, host, zones[host] == ChargeZone.RICH ? 0 : kept.of(host, planned.namespace()));
        }

        private int firstVolunteer(int function, boolean strict, int otherwise) {
            for (Stretch stretch : stretches) {
                int place = firstOf(stretch, function, strict);
                if (place != FirstFitTree.NONE) {
                    return byCharge[place];
                }
            }
            return otherwise;
        }

        private int firstOf(Stretch stretch, int function, boolean strict) {
            PlannedFunction planned = view.functions().get(function);
            return switch (rules.hosting(ownerZone(function), stretch.zone(), strict && anyRich)) {
                case NO -> FirstFitTree.NONE;
                case WITH_ROOM -> withRoom.find(planned.millis(), stretch.begin(), stretch.end());
                case BESIDE_ITS_OWN -> besideOwn.find(planned, stretch.begin(), stretch.end());
            };
        }
    }
}
