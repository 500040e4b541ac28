package dev.edgewise.energy.model;

import dev.edgewise.common.Require;
import dev.edgewise.energy.battery.BatterySettings;
import dev.edgewise.energy.battery.PowerModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A battery and a panel for each node, computed; the defaults are those of the faasHouse experiment.
 *
 * @param capacityMwh energy of a full battery, in mWh, above 0, at most 1e12
 * @param startPercent charge at the beginning, 0..100 %
 * @param failedBelowMwh below this charge a node fails and draws nothing, in mWh, 0..capacity
 * @param bootPercent one that failed runs again from this charge on, in %, at least what {@code failedBelowMwh} is
 * @param solar CSV with what the sun delivers to each node in each slot, in mWh, 0..1e12; in the formats of a trace; without it there is no sun
 * @param idleMilliwatt what a node takes when idle, in mW, 0..1e12
 * @param coreMilliwatt what each busy core takes besides, in mW, 0..1e12
 * @param cores of each node, above 0, at most 100000
 * @param busyCores how many are busy; if absent, what {@code cpuFrom} says
 * @param cpuFrom {@code requests} or {@code metrics}: what the node's pods request, or what the node uses by the metrics API
 * @param scale how much faster than real time it passes, above 0, at most 3600: batteries are computed in steps of 10 s of their time
 */
@ConfigurationProperties("edgewise.energy-adapter.model")
public record ModelProperties(
        @DefaultValue("1250") double capacityMwh,
        @DefaultValue("100") double startPercent,
        @DefaultValue("10") double failedBelowMwh,
        @DefaultValue("10") double bootPercent,
        @Nullable Path solar,
        @DefaultValue("1900") double idleMilliwatt,
        @DefaultValue("800") double coreMilliwatt,
        @DefaultValue("4") double cores,
        @Nullable Double busyCores,
        @DefaultValue("requests") CpuFrom cpuFrom,
        @DefaultValue("1") double scale) {
    static final String SOLAR = "edgewise.energy-adapter.model.solar";

    /** Of any amount, in mWh or mW: sums and products of such stay finite. */
    static final double MOST = 1e12;

    private static final double MOST_CORES = 100_000;
    private static final double FASTEST = 3_600;
    private static final String PREFIX = "edgewise.energy-adapter.model.";
    private static final double FULL = 100;

    public ModelProperties {
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
