package dev.edgewise.sandbox.run;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What became of the functions while levels changed. A round is the time in which the same nodes are powerless. */
final class EnergyOutcome {
    private final int replicas;
    private final FunctionPods pods;
    private Map<String, Integer> results = new TreeMap<>();
    private Set<String> powerless = Set.of();
    private Set<String> atBeginOfRound = Set.of();
    private int onPowerless;
    private int rounds;
    private int badRounds;
    private int movedTwice;
    private int overdueRooms;
    private int kills;

    EnergyOutcome(int replicas, FunctionPods pods) {
        this.replicas = replicas;
        this.pods = pods;
    }

    /** Takes in how things are now. */
    void look(EnergyReadings readings, Map<String, Integer> ended) {
        results = ended;
        Set<String> now = readings.powerless();
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
        return "At least " + pods.leastReady() + " of " + replicas + " pods were ready at any moment; " + badRounds
                + " of " + rounds + " rounds ended with pods on powerless nodes; " + movedTwice
                + " pods moved twice in a round; " + overdueRooms + " reservations outlived their time; moves: "
                + results
                + (kills > 0 ? "; services were killed " + kills + " times" : "");
    }

    /**
     * All but one are always ready, none stays on a powerless node, and none moves twice for one change; while services are killed, it is enough that none is
     * lost.
     */
    boolean good() {
        boolean available = pods.leastReady() >= replicas - 1 && overdueRooms == 0;
        return available && (kills > 0 ? pods.ready() >= replicas - 1 : badRounds == 0 && movedTwice == 0);
    }
}
