package dev.edgewise.offloader.safety;

import static dev.edgewise.offloader.safety.MovePlans.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A pod moves after five readings in a row that want it; three good ones in a row start the count again. */
class ConsecutiveReadingsTest {
    private final MovePlans plans = new MovePlans();
    private final MovablePod pod = MovePlans.pod("fibo", 1, "edge-1");

    private boolean moves(String cause) {
        return plans.rules().check(pod, cause, "edge-2", 0).isEmpty();
    }

    @Test
    void aPodMovesAfterFivePlansThatWantIt() {
        plans.want(4, "ENERGY", pod);
        assertThat(plans.refusal(pod, "ENERGY")).isEqualTo("4 of 5 readings in a row wanted it moved");

        plans.want(1, "ENERGY", pod);
        assertThat(moves("ENERGY")).isTrue();
    }

    @Test
    void twoGoodPlansAreAPauseAndThreeAreAnEnd() {
        plans.wantLongEnough(pod);
        plans.wantNothing(2, pod);
        assertThat(plans.reason(pod, "edge-2", 0)).isEqualTo(Reason.NOT_YET_SURE);
        plans.want(1, "ENERGY", pod);
        assertThat(moves("ENERGY")).isTrue();

        plans.wantNothing(3, pod);
        plans.want(1, "ENERGY", pod);
        assertThat(plans.reason(pod, "edge-2", 0)).isEqualTo(Reason.NOT_YET_SURE);
    }

    @Test
    void aReadingCountsOnce() {
        for (int plan = 0; plan < 100; plan++) {
            plans.read(Set.of("ENERGY"), 7L, pod);
        }
        assertThat(plans.refusal(pod, "ENERGY")).isEqualTo("1 of 5 readings in a row wanted it moved");
        for (long reading = 8; reading <= 11; reading++) {
            plans.read(Set.of("ENERGY"), reading, pod);
        }
        assertThat(moves("ENERGY")).isTrue();

        for (int plan = 0; plan < 100; plan++) {
            plans.read(Set.of(), 12L, pod);
        }
        plans.read(Set.of("ENERGY"), 13L, pod);
        assertThat(moves("ENERGY")).as("one good reading is a pause").isTrue();
    }

    /** The clock of a reader may have been an hour ahead: no reading has to wait until it is there again. */
    @Test
    void readingsOfAClockThatWasSetBackCount() {
        plans.read(Set.of("ENERGY"), 3_600L, pod);
        for (long reading = 1; reading <= 4; reading++) {
            plans.read(Set.of("ENERGY"), reading, pod);
            plans.read(Set.of("ENERGY"), reading, pod);
        }
        assertThat(moves("ENERGY")).isTrue();
    }

    @Test
    void eachCauseHasARowOfItsOwn() {
        plans.wantLongEnough(pod);
        assertThat(moves("ENERGY")).isTrue();
        plans.want(1, "DELAY", pod);
        assertThat(plans.refusal(pod, "DELAY")).isEqualTo("1 of 5 readings in a row wanted it moved");
        plans.want(1, "ENERGY", pod);
        assertThat(moves("ENERGY")).as("as before").isTrue();

        plans.want(4, "DELAY", pod);
        assertThat(moves("DELAY")).isFalse();
        plans.want(1, "DELAY", pod);
        assertThat(moves("DELAY")).isTrue();
    }

    @Test
    void aRowThatWasLongEnoughEndsThoughTheEnergyIsStillABadOne() {
        for (int plan = 0; plan < 5; plan++) {
            plans.read(Set.of("ENERGY", "REWARD"), null, pod);
        }
        plans.want(3, "ENERGY", pod);
        plans.want(1, "REWARD", pod);
        assertThat(plans.refusal(pod, "REWARD")).isEqualTo("1 of 5 readings in a row wanted it moved");
    }

    @Test
    void aPodThatIsWantedForTwoCausesCountsForBoth() {
        plans.want(1, "DELAY", pod);
        plans.read(Set.of("ENERGY", "DELAY"), null, pod);
        assertThat(plans.readings().row(pod.uid(), "DELAY")).isEqualTo(2);
        assertThat(plans.readings().row(pod.uid(), "ENERGY")).isEqualTo(1);

        plans.wantLongEnough(pod);
        assertThat(plans.readings().row(pod.uid(), "ENERGY"))
                .as("no more than it takes")
                .isEqualTo(5);
    }

    /** An hour of plans, one every ten seconds, that never want the same for five in a row. */
    @Property(tries = 50, seed = "1")
    void plansThatFlapMoveNothing(@ForAll long seed) {
        Random random = new Random(seed);
        MovePlans flapping = new MovePlans();
        int wanted = 0;
        for (int plan = 0; plan < 360; plan++) {
            boolean proposal = wanted < 4 && random.nextBoolean();
            wanted = proposal ? wanted + 1 : 0;
            flapping.read(proposal ? Set.of("ENERGY") : Set.of(), null, pod);
            assertThat(flapping.reason(pod, "edge-2", plan * 10 * SECOND)).isNotNull();
        }
    }
}
