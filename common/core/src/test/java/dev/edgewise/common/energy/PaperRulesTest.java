package dev.edgewise.common.energy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.energy.ChargeZoneRules.Hosting;
import org.junit.jupiter.api.Test;

class PaperRulesTest {
    private static final ChargeZoneRules RULES = ChargeZoneRules.DEFAULT;

    @Test
    void aBoundBelongsToTheLowerZone() {
        assertThat(RULES.zone(61)).isEqualTo(ChargeZone.RICH);
        assertThat(RULES.zone(60)).isEqualTo(ChargeZone.VULNERABLE);
        assertThat(RULES.zone(30)).isEqualTo(ChargeZone.POOR);
        assertThat(RULES.zone(10)).isEqualTo(ChargeZone.DEAD);
    }

    @Test
    void whoHostsForWhom() {
        assertThat(RULES.hosting(ChargeZone.VULNERABLE, ChargeZone.RICH, true)).isEqualTo(Hosting.WITH_ROOM);
        assertThat(RULES.hosting(ChargeZone.VULNERABLE, ChargeZone.VULNERABLE, false))
                .isEqualTo(Hosting.NO);
        assertThat(RULES.hosting(ChargeZone.POOR, ChargeZone.VULNERABLE, true)).isEqualTo(Hosting.BESIDE_ITS_OWN);
        assertThat(RULES.hosting(ChargeZone.DEAD, ChargeZone.VULNERABLE, true)).isEqualTo(Hosting.NO);
        assertThat(RULES.hosting(ChargeZone.DEAD, ChargeZone.VULNERABLE, false)).isEqualTo(Hosting.WITH_ROOM);
        assertThat(RULES.hosting(ChargeZone.POOR, ChargeZone.POOR, false)).isEqualTo(Hosting.NO);
        assertThat(RULES.staysHome(ChargeZone.DEAD)).isFalse();
        assertThat(new ChargeZoneRules(60, 30, 10, 0.2, false).staysHome(ChargeZone.DEAD))
                .isTrue();
    }

    @Test
    void functionsStickToHostsThatAreNearlyAsGood() {
        // 0.8 * 90 = 72
        assertThat(RULES.sticks(ChargeZone.VULNERABLE, 72, 90, true)).isTrue();
        assertThat(RULES.sticks(ChargeZone.VULNERABLE, 71, 90, true)).isFalse();
        // 0.8 * 62 = 49.6
        assertThat(RULES.sticks(ChargeZone.POOR, 50, 62, true)).isTrue();
        assertThat(RULES.sticks(ChargeZone.VULNERABLE, 50, 62, true)).isFalse();
        assertThat(RULES.sticks(ChargeZone.DEAD, 31, 60, false)).isTrue();
        assertThat(RULES.sticks(ChargeZone.DEAD, 31, 62, true)).isFalse();
        assertThat(RULES.sticks(ChargeZone.POOR, 30, 31, false)).isFalse();
    }

    @Test
    void faasHouseWeighsHundredths() {
        FaasHouseWeights weights = new FaasHouseWeights(33.333, 60, 40, false);

        // 33.333 * 0.1 = 3.3333; 60 * 0.21 = 12.6
        assertThat(weights.energy(30, 20)).isEqualTo(3.33);
        assertThat(weights.energy(20, 30)).isEqualTo(-3.33);
        assertThat(weights.locality(21)).isEqualTo(12.6);
    }
}
