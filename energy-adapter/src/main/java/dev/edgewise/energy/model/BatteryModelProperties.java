package dev.edgewise.energy.model;

import dev.edgewise.common.Require;
import dev.edgewise.energy.battery.BatterySettings;
import dev.edgewise.energy.battery.PowerModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a computed battery and solar panel for each node; the defaults are those of the faasHouse experiment.
 *
 * @param capacityMwh energy of a full battery [mWh, above 0, to 1e12]
 * @param startPercent charge at the beginning [percent]
 * @param failedBelowMwh charge below which a node fails and draws nothing [mWh]
 * @param bootPercent charge from which a failed node runs again [percent]
 * @param solar CSV file with the input of each node in each slot, in the formats of {@code trace}; none: no sun
 *     [mWh, 0 to 1e12]
 * @param idleMilliwatt power that an idle node draws [mW, 0 to 1e12]
 * @param coreMilliwatt power that each busy core draws in addition [mW, 0 to 1e12]
 * @param cores cores of a node [cores, above 0, to 100,000]
 * @param busyCores busy cores of each node; none: by {@code cpu-from} [cores]
 * @param cpuFrom CPU that the node's pods request, or that the metrics API reports [requests, metrics]
 * @param scale how much faster than real time the simulation runs [above 0, to 3,600]
 */
@ConfigurationProperties("edgewise.energy-adapter.model")
public record BatteryModelProperties(
        @DefaultValue("1250") double capacityMwh,
        @DefaultValue("100") double startPercent,
        @DefaultValue("10") double failedBelowMwh,
        @DefaultValue("10") double bootPercent,
        @Nullable Path solar,
        @DefaultValue("1900") double idleMilliwatt,
        @DefaultValue("800") double coreMilliwatt,
        @DefaultValue("4") double cores,
        @Nullable Double busyCores,
        @DefaultValue("requests") CpuSource cpuFrom,
        @DefaultValue("1") double scale) {
    static final String SOLAR = "edgewise.energy-adapter.model.solar";

    /** Maximum of any amount, in mWh or mW: sums and products of such stay finite. */
    static final double MOST = 1e12;

    private static final double MOST_CORES = 100_000;
    private static final double FASTEST = 3_600;
    private static final String PREFIX = "edgewise.energy-adapter.model.";
    private static final double FULL = 100;

    public BatteryModelProperties {
        Require.that(
                isPositive(capacityMwh, MOST),
                PREFIX + "capacity-mwh",
                capacityMwh,
                "above 0, at most 1e12, such as 1250");
        Require.that(startPercent >= 0 && startPercent <= FULL, PREFIX + "start-percent", startPercent, "in 0..100 %");
        Require.that(
                failedBelowMwh >= 0 && failedBelowMwh <= capacityMwh,
                PREFIX + "failed-below-mwh",
                failedBelowMwh,
                "from 0 to capacity-mwh, " + capacityMwh);
        Require.that(
                bootPercent <= FULL && bootPercent * capacityMwh / FULL >= failedBelowMwh,
                PREFIX + "boot-percent",
                bootPercent,
                "at most 100 %, and a charge of failed-below-mwh, " + failedBelowMwh + ", or more");
        Require.that(
                idleMilliwatt >= 0 && idleMilliwatt <= MOST,
                PREFIX + "idle-milliwatt",
                idleMilliwatt,
                "0 or more, at most 1e12");
        Require.that(
                coreMilliwatt >= 0 && coreMilliwatt <= MOST,
                PREFIX + "core-milliwatt",
                coreMilliwatt,
                "0 or more, at most 1e12");
        Require.that(isPositive(cores, MOST_CORES), PREFIX + "cores", cores, "above 0, at most 100000");
        Require.that(
                busyCores == null || busyCores >= 0 && Double.isFinite(busyCores),
                PREFIX + "busy-cores",
                String.valueOf(busyCores),
                "0 or more, or not set");
        Require.that(isPositive(scale, FASTEST), PREFIX + "scale", scale, "above 0, at most 3600, such as 6");
    }

    private static boolean isPositive(double value, double most) {
        return value > 0 && value <= most;
    }

    BatterySettings battery() {
        return new BatterySettings(capacityMwh, failedBelowMwh, bootPercent * capacityMwh / FULL, false);
    }

    PowerModel power() {
        return new PowerModel(idleMilliwatt, coreMilliwatt, cores);
    }

    double startMwh() {
        return capacityMwh * startPercent / FULL;
    }
}
