package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import dev.edgewise.common.energy.ChargeZoneRules;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the zones of charge of profile {@code zones}.
 *
 * @param rich charge above which a node is rich [percent]
 * @param vulnerable charge above which a node is vulnerable; below {@code rich} [percent]
 * @param poor charge above which a node is poor, else dead; below {@code vulnerable} [percent]
 * @param stickiness share of the best host's charge that the last host may lack [share 0 to 1]
 * @param warm whether pods of dead owners go to other nodes [boolean]
 */
@ConfigurationProperties("edgewise.scheduler.energy.zones")
record ChargeZonesProfileProperties(
        @DefaultValue("60") int rich,
        @DefaultValue("30") int vulnerable,
        @DefaultValue("10") int poor,
        @DefaultValue("0.2") double stickiness,
        @DefaultValue("true") boolean warm) {
    public ChargeZonesProfileProperties {
        Require.within("edgewise.scheduler.energy.zones.rich", rich, 0, 100);
        String vulnerableOnes = "edgewise.scheduler.energy.zones.vulnerable";
        Require.that(
                vulnerable >= 0 && vulnerable < rich,
                vulnerableOnes,
                vulnerable,
                "0 or more and below rich (" + rich + ")");
        String poorOnes = "edgewise.scheduler.energy.zones.poor";
        Require.that(
                poor >= 0 && poor < vulnerable, poorOnes, poor, "0 or more and below vulnerable (" + vulnerable + ")");
        Require.that(
                stickiness >= 0 && stickiness <= 1,
                "edgewise.scheduler.energy.zones.stickiness",
                stickiness,
                "a share from 0 to 1");
    }

    ChargeZoneRules rules() {
        return new ChargeZoneRules(rich, vulnerable, poor, stickiness, warm);
    }
}
