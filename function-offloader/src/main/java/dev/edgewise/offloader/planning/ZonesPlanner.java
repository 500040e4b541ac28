package dev.edgewise.offloader.planning;

import dev.edgewise.common.energy.Zone;
import dev.edgewise.common.energy.ZoneRules;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Zones of charge: functions of poor nodes go to rich ones, and to vulnerable ones that keep room for their own functions; functions of vulnerable nodes go
 * to rich ones; functions stay where they are while that is nearly as good.
 *
 * <p>Source: Aslanpour et al., Energy-Aware Resource Scheduling for Serverless Edge Computing, CCGrid 2022, 10.1109/CCGrid54584.2022.00028.
 */
public final class ZonesPlanner implements Planner {
    private final ZoneRules rules;

    public ZonesPlanner(ZoneRules rules) {
        this.rules = rules;
    }

    @Override
    public int[] plan(PlanningView view) {
        return new Plan(view).hosts();
    }

    private final class Plan {
        private final PlanningView view;
        private final Room room;
        private final Zone[] zones;
        private final KeptRoom kept;
        private final int[] byCharge;
        private final boolean anyRich;

        Plan(PlanningView view) {
            this.view = view;
            room = new Room(view);
            zones = IntStream.range(0, view.nodes().size())
                    .mapToObj(node -> rules.zone(view.percent(node)))
                    .toArray(Zone[]::new);
            kept = new KeptRoom(view);
            byCharge = view.nodesByCharge();
            anyRich = zones.length > 0 && zones[byCharge[0]] == Zone.RICH;
        }

        int[] hosts() {
            IntStream.range(0, view.functions().size())
                    .boxed()
                    .sorted(Comparator.comparing((Integer function) -> ownerZone(function))
                            .thenComparing(this::turn))
                    .forEach(function -> room.place(function, host(function)));
            return room.hosts();
        }

        private Zone ownerZone(int function) {
            return zones[view.functions().get(function).owner()];
        }

        /** Among poor and among vulnerable owners the neediest first, else the best powered. */
        private int turn(int function) {
            int percent = view.percent(view.functions().get(function).owner());
            Zone zone = ownerZone(function);
            return zone == Zone.POOR || zone == Zone.VULNERABLE ? percent : -percent;
        }

        private int host(int function) {
            PlannedFunction planned = view.functions().get(function);
            Zone zone = zones[planned.owner()];
            if (rules.staysHome(zone)) {
                return planned.owner();
            }
            if (planned.isAway() && staysWith(function, planned.host())) {
                return planned.host();
            }
            return firstVolunteer(function, true, planned.owner());
        }

        private boolean staysWith(int function, int host) {
            int best = firstVolunteer(function, false, Room.UNPLACED);
            if (best == Room.UNPLACED) {
                return false;
            }
            return rules.sticks(ownerZone(function), view.percent(host), view.percent(best), anyRich)
                    && room.fits(function, host, zones[host] == Zone.RICH ? 0 : kept(function, host));
        }

        private int firstVolunteer(int function, boolean strict, int otherwise) {
            for (int node : byCharge) {
                if (volunteers(function, node, strict)) {
                    return node;
                }
            }
            return otherwise;
        }

        private boolean volunteers(int function, int node, boolean strict) {
            return switch (rules.hosting(ownerZone(function), zones[node], strict && anyRich)) {
                case NO -> false;
                case WITH_ROOM -> room.fits(function, node);
                case BESIDE_ITS_OWN -> room.fits(function, node, kept(function, node));
            };
        }

        private long kept(int function, int node) {
            return kept.of(node, view.functions().get(function).namespace());
        }
    }
}
