package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sandbox.run.EnergyReadings.Reading;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnergyOutcomeTest {
    private final FunctionPods pods = new FunctionPods();
    private final EnergyReadings readings = new EnergyReadings(URI.create("http://127.0.0.1"));

    private EnergyOutcome two() {
        ready("a", "n1");
        ready("b", "n1");
        pods.countFromNow();
        return new EnergyOutcome(2, pods, null);
    }

    private void ready(String uid, String node) {
        pods.put(new FunctionPods.Facts(uid, node, true, false));
    }

    private void leaves(String uid, String node) {
        pods.put(new FunctionPods.Facts(uid, node, false, true));
    }

    private void levels(double n1, double n2) {
        readings.put("n1", new Reading(n1 < 15 ? "powerless" : "well-powered", n1));
        readings.put("n2", new Reading(n2 < 15 ? "powerless" : "well-powered", n2));
    }

    private void moves(String from, String to, String node, String target) {
        leaves(from, node);
        ready(to, target);
        pods.remove(from);
    }

    @Test
    void oneByOneOffThePowerlessNodeIsGood() {
        EnergyOutcome outcome = two();
        levels(5, 90);
        outcome.look(readings, Map.of(), 0);
        moves("a", "c", "n1", "n2");
        outcome.look(readings, Map.of(), 0);
        moves("b", "d", "n1", "n2");
        outcome.look(readings, Map.of("LANDED", 2), 0);
        levels(90, 5);
        outcome.look(readings, Map.of("LANDED", 2), 0);

        assertThat(outcome.good()).isTrue();
        assertThat(outcome.summary())
                .isEqualTo(
                        "At least 1 of 2 pods were ready at any moment; 0 of 1 rounds ended with pods on powerless nodes; "
                                + "0 pods moved twice in a round; 0 reservations outlived their time; moves: {LANDED=2}");
    }

    @Test
    void aPodThatStaysOnThePowerlessNodeIsNot() {
        EnergyOutcome outcome = two();
        levels(5, 90);
        outcome.look(readings, Map.of(), 0);
        moves("a", "c", "n1", "n2");
        outcome.look(readings, Map.of(), 0);
        levels(90, 5);
        outcome.look(readings, Map.of(), 0);
        assertThat(outcome.good()).isFalse();
    }

    @Test
    void twoAtOnceAreNot() {
        EnergyOutcome outcome = two();
        leaves("a", "n1");
        leaves("b", "n1");
        ready("c", "n2");
        ready("d", "n2");
        outcome.look(readings, Map.of(), 0);
        assertThat(pods.leastReady()).isZero();
        assertThat(outcome.good()).isFalse();
    }

    @Test
    void aPodThatMovesOnInTheSameRoundIsNot() {
        EnergyOutcome outcome = two();
        levels(5, 90);
        outcome.look(readings, Map.of(), 0);
        moves("a", "c", "n1", "n2");
        outcome.look(readings, Map.of(), 0);
        moves("c", "d", "n2", "n3");
        outcome.look(readings, Map.of(), 0);
        assertThat(outcome.good()).isFalse();
    }

    /** Each battery has its own time: there are no rounds. */
    private EnergyOutcome ofSun() {
        two();
        return new EnergyOutcome(2, pods, new PowerlessNodeDepartureTimes(Duration.ofSeconds(30), 2));
    }

    private static long seconds(long count) {
        return Duration.ofSeconds(count).toNanos();
    }

    @Test
    void underTheSunItIsGoodToLeaveInTimeWhateverOtherNodesDo() {
        EnergyOutcome outcome = ofSun();
        levels(5, 90);
        outcome.look(readings, Map.of(), 0);
        moves("a", "c", "n1", "n2");
        readings.put("n3", new Reading("powerless", 5));
        outcome.look(readings, Map.of(), seconds(10));
        moves("c", "e", "n2", "n4");
        outcome.look(readings, Map.of(), seconds(30));
        moves("b", "d", "n1", "n2");
        outcome.look(readings, Map.of("LANDED", 3), seconds(31));
        assertThat(outcome.good()).isTrue();
        assertThat(outcome.summary())
                .isEqualTo(
                        "At least 1 of 2 pods were ready at any moment; pods could leave a powerless node 1 times, and"
                                + " stayed for at most 30 s (30 s are allowed); 0 reservations outlived their time;"
                                + " moves: {LANDED=3}");
    }

    @Test
    void underTheSunItIsNotGoodToStay() {
        EnergyOutcome outcome = ofSun();
        levels(5, 90);
        outcome.look(readings, Map.of(), 0);
        outcome.look(readings, Map.of(), seconds(31));
        assertThat(outcome.good()).isFalse();
    }

    @Test
    void aNodeThatRecoversMeanwhileBeginsAnew() {
        EnergyOutcome outcome = ofSun();
        levels(5, 90);
        outcome.look(readings, Map.of(), 0);
        levels(50, 90);
        outcome.look(readings, Map.of(), seconds(20));
        levels(5, 90);
        outcome.look(readings, Map.of(), seconds(25));
        outcome.look(readings, Map.of(), seconds(50));
        assertThat(outcome.good()).isTrue();
    }

    @Test
    void atNightThereIsNowhereToGo() {
        EnergyOutcome outcome = ofSun();
        levels(5, 14);
        outcome.look(readings, Map.of(), 0);
        outcome.look(readings, Map.of(), seconds(60));
        assertThat(outcome.good()).isTrue();
        levels(10, 19);
        outcome.look(readings, Map.of(), seconds(100));
        outcome.look(readings, Map.of(), seconds(131));
        assertThat(outcome.good()).as("9 points more are too few to move").isTrue();
        levels(10, 20);
        ready("x", "n2");
        ready("y", "n2");
        outcome.look(readings, Map.of(), seconds(140));
        outcome.look(readings, Map.of(), seconds(171));
        assertThat(outcome.good()).as("two are all that a node takes").isTrue();
        pods.remove("x");
        outcome.look(readings, Map.of(), seconds(180));
        outcome.look(readings, Map.of(), seconds(211));
        assertThat(outcome.summary()).contains("stayed for at most 31 s");
    }
}
