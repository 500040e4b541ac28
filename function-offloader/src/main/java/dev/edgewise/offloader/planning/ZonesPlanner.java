package dev.edgewise.offloader.planning;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Zones of charge: functions of poor nodes go to rich ones, and to vulnerable ones that keep room for their own functions; functions of vulnerable nodes go
 * to rich ones; functions stay where they are while that is nearly as good.
 *
 * <p>Source: Aslanpour et al., Energy-Aware Resource Scheduling for Serverless Edge Computing, CCGrid 2022, 10.1109/CCGrid54584.2022.00028.
 */
public final class ZonesPlanner implements Planner {
    private final Settings settings;

    /**
     * The bounds belong to the lower zone.
     *
     * @param rich percent above which a node is rich
     * @param vulnerable percent above which it is vulnerable
     * @param poor percent above which it is poor; at or below it is dead
     * @param stickiness share of the best host's charge that the present host may lack, 0 to 1
     * @param warm whether functions of dead nodes are placed elsewhere
     */
    public record Settings(int rich, int vulnerable, int poor, double stickiness, boolean warm) {
        /** The paper's own. */
        public static final Settings DEFAULT = new Settings(60, 30, 10, 0.2, true);

        Zone zone(int percent) {
            if (percent > rich) {
                return Zone.RICH;
            }
            if (percent > vulnerable) {
                return Zone.VULNERABLE;
            }
            return percent > poor ? Zone.POOR : Zone.DEAD;
        }
    }

    public ZonesPlanner(Settings settings) {
        this.settings = settings;
    }

    @Override
    public int[] plan(PlanningView view) {
        return new Plan(view).hosts();
    }

    private final class Plan {
        private final PlanningView view;
        private final Room room;
        private final Zone[] zones;
        private final long[] owned;
        private final int[] byCharge;
        private final boolean anyRich;

        Plan(PlanningView view) {
            this.view = view;
            room = new Room(view);
            zones = IntStream.range(0, view.nodes().size())
                    .mapToObj(node -> settings.zone(view.percent(node)))
                    .toArray(Zone[]::new);
            owned = view.ownedMillis();
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
            if (zone == Zone.RICH || (zone == Zone.DEAD && !settings.warm())) {
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
            boolean nearlyAsGood = view.percent(host) >= (1 - settings.stickiness()) * view.percent(best);
            Zone owner = ownerZone(function);
            return switch (zones[host]) {
                case RICH -> nearlyAsGood && room.fits(function, host);
                case VULNERABLE ->
                    (owner == Zone.POOR && nearlyAsGood || owner == Zone.DEAD && !anyRich)
                            && room.fits(function, host, owned[host]);
                case POOR, DEAD -> false;
            };
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
            if (zones[node] == Zone.RICH) {
                return room.fits(function, node);
            }
            if (zones[node] != Zone.VULNERABLE) {
                return false;
            }
            return switch (ownerZone(function)) {
                case POOR -> room.fits(function, node, owned[node]);
                case DEAD -> (!strict || !anyRich) && room.fits(function, node);
                case RICH, VULNERABLE -> false;
            };
        }
    }
}
