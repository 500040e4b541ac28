package dev.edgewise.sandbox.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Times in which pods leave nodes that are powerless, as long as another one that is clearly better has capacity. */
final class PowerlessNodeDepartureTimes {
    private final Duration within;
    private final int room;
    /** Time since which pods could leave each powerless node, in ns. */
    private final Map<String, Long> since = new HashMap<>();

    private int nodes;
    private long longest;

    /**
     * Creates a record without departures.
     *
     * @param within how long pods may stay on a node that is powerless
     * @param room how many pods a node takes
     */
    PowerlessNodeDepartureTimes(Duration within, int room) {
        this.within = within;
        this.room = room;
    }

    /** Takes in how things are at that moment. */
    void look(EnergyReadings readings, FunctionPods pods, long moment) {
        since.keySet().retainAll(readings.powerless());
        for (String node : readings.powerless()) {
            boolean couldLeave =
                    pods.on(node) > 0 && readings.betterThan(node).stream().anyMatch(other -> pods.on(other) < room);
            if (couldLeave) {
                nodes += since.containsKey(node) ? 0 : 1;
                longest = Math.max(longest, moment - since.computeIfAbsent(node, begun -> moment));
            } else {
                since.remove(node);
            }
        }
    }

    boolean areInTime() {
        return longest <= within.toNanos();
    }

    @Override
    public String toString() {
        return "pods could leave a powerless node " + nodes + " times, and stayed for at most "
                + Duration.ofNanos(longest).toSeconds() + " s (" + within.toSeconds() + " s are allowed)";
    }
}
