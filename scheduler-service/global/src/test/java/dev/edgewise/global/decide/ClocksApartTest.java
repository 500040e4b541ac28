package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.OnUnreachable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A replica whose clock differs continues what another one has begun. {@link RequestScenario#run} fails where decisions
 * do not end.
 */
class ClocksApartTest {
    /**
     * A replica compared its looks with the start of the phase by its own clock: it looked without a pause until that
     * clock had reached the other one.
     */
    @Test
    void aClockThatIsBehindPausesBetweenTwoLooks() {
        RequestScenario one = tried();
        int looks = one.looks;
        one.takeOver(Duration.ofSeconds(-30));
        assertThat(one.looks).isEqualTo(looks + 1);
        one.after(Duration.ofMillis(100));
        assertThat(one.looks).isEqualTo(looks + 1);
        one.after(Duration.ofMillis(100));

        assertThat(one.looks).isEqualTo(looks + 2);
    }

    /** A replica compared its bids with the end of the last attempt by its own clock: it asked without an end. */
    @Test
    void aClockThatIsBehindAsksForBidsOnce() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        one.cluster("c1").failure = "no such image";
        one.cluster("c1").deletesAtOnce = false;
        one.run();
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        one.cluster("c1").deletesAtOnce = true;
        int questions = one.questions;

        one.takeOver(Duration.ofSeconds(-30));

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
        assertThat(one.questions).isEqualTo(questions + 1);
    }

    /** 80 s of 120 s are over, and the new replica's clock is 50 s ahead: a minute is allowed for. */
    @Test
    void aClockThatIsAheadDoesNotEndAnAttemptEarly() {
        RequestScenario one = tried();
        one.after(Duration.ofSeconds(80));
        one.takeOver(Duration.ofSeconds(50));
        assertThat(one.attempts()).containsExactly("c1 TRYING");
        // 120 s and a minute by its own clock, as the record says; its own 120 s would end later.
        one.after(Duration.ofSeconds(49));
        assertThat(one.attempts()).containsExactly("c1 TRYING");

        one.after(Duration.ofSeconds(1));

        assertThat(one.attempts()).containsExactly("c1 CLEANED");
    }

    /**
     * The next cluster is tried 90 s after this replica knew that the attempt is being deleted, and not when its clock
     * is 90 s ahead.
     */
    @Test
    void aClockThatIsAheadDoesNotEndAFenceEarly() {
        RequestScenario one =
                new RequestScenario(TestRequests.of("a", "[c1,c2]").with(OnUnreachable.FENCE), "c1", "c2");
        one.cluster("c1").becomesReady = false;
        one.run();
        one.cluster("c1").disconnect();
        one.run();
        one.takeOver(Duration.ofSeconds(90));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        one.after(Duration.ofSeconds(89));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");

        one.after(Duration.ofSeconds(1));

        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 READY");
    }

    private static RequestScenario tried() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        one.cluster("c1").becomesReady = false;
        return one.run();
    }
}
