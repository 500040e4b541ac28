package dev.edgewise.offloader.settings;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the assumptions about the battery of nodes that report what it holds and takes in.
 *
 * @param idleMilliwatt power that a node without functions draws, for forecasts [mW, above 0, to 1e12]
 * @param coreMilliwatt power that each busy core draws in addition [mW, 0 to 1e12]
 * @param failedPercent charge below which a node stops [percent]
 * @param bootPercent charge at which a stopped node boots [percent]
 */
@ConfigurationProperties("edgewise.function-offloader.battery")
public record BatteryForecastProperties(
        @DefaultValue("1900") double idleMilliwatt,
        @DefaultValue("800") double coreMilliwatt,
        @DefaultValue("0.8") double failedPercent,
        @DefaultValue("10") double bootPercent) {
    private static final String PREFIX = OffloaderProperties.PREFIX + "battery.";
    private static final double MOST_MILLIWATT = 1e12;

    public BatteryForecastProperties {
        Require.that(
                idleMilliwatt > 0 && idleMilliwatt <= MOST_MILLIWATT,
                PREFIX + "idle-milliwatt",
                idleMilliwatt,
                "above 0, at most 1e12");
        Require.that(
                coreMilliwatt >= 0 && coreMilliwatt <= MOST_MILLIWATT,
                PREFIX + "core-milliwatt",
                coreMilliwatt,
                "0 or more, at most 1e12");
        Require.that(
                failedPercent >= 0 && failedPercent <= 100, PREFIX + "failed-percent", failedPercent, "in 0..100 %");
        Require.that(
                bootPercent >= failedPercent && bootPercent <= 100,
                PREFIX + "boot-percent",
                bootPercent,
                "from failed-percent to 100 %");
    }
}
