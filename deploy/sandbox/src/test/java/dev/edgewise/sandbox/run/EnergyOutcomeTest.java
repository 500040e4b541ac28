package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sandbox.run.EnergyReadings.Reading;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnergyOutcomeTest {
    private final FunctionPods pods = new FunctionPods();
    private final EnergyReadings readings = new EnergyReadings(URI.create("http://127.0.0.1"));

    private EnergyOutcome two() {
        ready("a", "n1");
        ready("b", "n1");
        pods.countFromNow();
        return new EnergyOutcome(2, pods);
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
        outcome.look(readings, Map.of());
        moves("a", "c", "n1", "n2");
        outcome.look(readings, Map.of());
        moves("b", "d", "n1", "n2");
        outcome.look(readings, Map.of("LANDED", 2));
        levels(90, 5);
        outcome.look(readings, Map.of("LANDED", 2));

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
        outcome.look(readings, Map.of());
        moves("a", "c", "n1", "n2");
        outcome.look(readings, Map.of());
        levels(90, 5);
        outcome.look(readings, Map.of());
        assertThat(outcome.good()).isFalse();
    }

    @Test
    void twoAtOnceAreNot() {
        EnergyOutcome outcome = two();
        leaves("a", "n1");
        leaves("b", "n1");
        ready("c", "n2");
        ready("d", "n2");
        outcome.look(readings, Map.of());
        assertThat(pods.leastReady()).isZero();
        assertThat(outcome.good()).isFalse();
    }

    @Test
    void aPodThatMovesOnInTheSameRoundIsNot() {
        EnergyOutcome outcome = two();
        levels(5, 90);
        outcome.look(readings, Map.of());
        moves("a", "c", "n1", "n2");
        outcome.look(readings, Map.of());
        moves("c", "d", "n2", "n3");
        outcome.look(readings, Map.of());
        assertThat(outcome.good()).isFalse();
    }
}
