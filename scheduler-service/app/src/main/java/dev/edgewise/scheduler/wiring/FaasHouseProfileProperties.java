package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import dev.edgewise.common.energy.FaasHouseWeights;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the weights of profile {@code faashouse}.
 *
 * @param charge weight of the difference of charge between host and owner node [above 0 to 10000]
 * @param locality weight of the owner node's charge, if the pod stays there [0 to 10000]
 * @param stickiness score added for the last host [0 to 10000]
 * @param warm whether pods of owners with an empty battery go to other nodes [boolean]
 */
@ConfigurationProperties("edgewise.scheduler.energy.faashouse")
record FaasHouseProfileProperties(
        @DefaultValue("100") double charge,
        @DefaultValue("60") double locality,
        @DefaultValue("40") double stickiness,
        @DefaultValue("false") boolean warm) {
    private static final int MOST = 10_000;

    public FaasHouseProfileProperties {
        Require.that(charge > 0 && charge <= MOST, "edgewise.scheduler.energy.faashouse.charge", charge, above0());
        weight("edgewise.scheduler.energy.faashouse.locality", locality);
        weight("edgewise.scheduler.energy.faashouse.stickiness", stickiness);
    }

    FaasHouseWeights weights() {
        return new FaasHouseWeights(charge, locality, stickiness, warm);
    }

    private static void weight(String property, double weight) {
        Require.that(weight >= 0 && weight <= MOST, property, weight, "from 0 to " + MOST);
    }

    private static String above0() {
        return "above 0, up to " + MOST;
    }
}
