package dev.edgewise.sandbox.run;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of the functions while levels changed. Where levels change together, a round is the time in which the same
 * nodes are powerless; where each battery has its own time, each powerless node counts by itself.
 */
final class EnergyOutcome {
    private final int replicas;
    private final FunctionPods pods;
    private final @Nullable PowerlessNodeDepartureTimes departures;
    private Map<String, Integer> results = new TreeMap<>();
    private Set<String> powerless = Set.of();
    private Set<String> atBeginOfRound = Set.of();
    private int onPowerless;
    private int rounds;
    private int badRounds;
    private int movedTwice;
    private int overdueRooms;
    private int kills;

    /** @param departures null where levels change in rounds */
    EnergyOutcome(int replicas, FunctionPods pods, @Nullable PowerlessNodeDepartureTimes departures) {
        this.replicas = replicas;
        this.pods = pods;
        this.departures = departures;
    }

    /** Takes in how things are now, at that moment in ns. */
    void look(EnergyReadings readings, Map<String, Integer> ended, long moment) {
        results = ended;
        Set<String> now = readings.powerless();
        if (departures != null) {
            departures.look(readings, pods, moment);
        }
        if (!now.equals(powerless)) {
            endRound(now);
        }
        Set<String> left = new HashSet<>(pods.takeLeaving());
        left.removeAll(atBeginOfRound);
        movedTwice += left.size();
        onPowerless = powerless.stream().mapToInt(pods::on).sum();
    }

    /** The last look was at the end of the round before. */
    private void endRound(Set<String> next) {
        if (!powerless.isEmpty()) {
            rounds++;
            badRounds += onPowerless > 0 ? 1 : 0;
        }
        powerless = next;
        atBeginOfRound = pods.present();
        atBeginOfRound.addAll(pods.takeLeaving());
    }

    /**
     * Takes in what the run did to the services.
     *
     * @param killed how often a service was killed
     * @param overdue how many reservations held room longer than they may
     */
    void disturbed(int killed, int overdue) {
        kills = killed;
        overdueRooms = overdue;
    }

    String now() {
        return pods.ready() + " of " + replicas + " ready (at least " + pods.leastReady() + "), " + onPowerless
                + " on powerless nodes, moves " + results;
    }

    String summary() {
        String left = departures == null
                ? badRounds + " of " + rounds + " rounds ended with pods on powerless nodes; " + movedTwice
                        + " pods moved twice in a round"
                : departures.toString();
        return "At least " + pods.leastReady() + " of " + replicas + " pods were ready at any moment; " + left + "; "
                + overdueRooms + " reservations outlived their time; moves: "
                + results
                + (kills > 0 ? "; services were killed " + kills + " times" : "");
    }

    /**
     * Whether all but one are always ready, none stays on a powerless node for a round, or for too long, and none moves
     * twice in a round; while services are killed, it is enough that none is lost.
     */
    boolean good() {
        boolean available = pods.leastReady() >= replicas - 1 && overdueRooms == 0;
        return available && (kills > 0 ? pods.ready() >= replicas - 1 : haveLeft());
    }

    private boolean haveLeft() {
        return departures == null ? badRounds == 0 && movedTwice == 0 : departures.areInTime();
    }
}
