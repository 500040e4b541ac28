package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RewardDemoOutcomeTest {
    @Test
    void oneTrialOnTheLessBadNodeIsGood() {
        assertThat(new RewardDemoOutcome(0, 1, 8, true, 600).good()).isTrue();
        assertThat(new RewardDemoOutcome(1, 0, 8, true, 300).good()).isFalse();
        assertThat(new RewardDemoOutcome(0, 2, 8, true, 300).good()).isFalse();
        assertThat(new RewardDemoOutcome(0, 0, 0, true, 300).good()).isFalse();
        assertThat(new RewardDemoOutcome(0, 0, 8, false, 300).good()).isFalse();
        assertThat(new RewardDemoOutcome(0, 0, 8, true, 601).good()).isFalse();
        assertThat(new RewardDemoOutcome(0, 0, 8, true, -1).good()).isFalse();
    }

    @Test
    void saysWhatHappened() {
        assertThat(new RewardDemoOutcome(0, 1, 8, true, 250).summary())
                .isEqualTo(
                        "Of 20 new pods 0 went to the node that fails every 10 s (0), 1 to the one that fails every 60 s"
                                + " (at most 1); 8 of 20 pods of another type went to these two; explain names the outcomes; both"
                                + " are in use again 250 s after they were repaired (at most 600)");
    }
}
