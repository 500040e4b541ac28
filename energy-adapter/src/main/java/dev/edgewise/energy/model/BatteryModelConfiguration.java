package dev.edgewise.energy.model;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeCpuUsage;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.series.NodeTimeSeries;
import dev.edgewise.energy.series.SeriesFileReader;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the source that computes batteries. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.MODEL)
class BatteryModelConfiguration {
    @Bean
    BatteryModelSource modelSource(
            BatteryModelProperties properties,
            RefreshProperties refresh,
            NodeCpuRequests requested,
            NodeCpuUsage used,
            SteadyTime time,
            Clock clock) {
        NodeTimeSeries solar = properties.solar() == null
                ? NodeTimeSeries.NONE
                : SeriesFileReader.read(
                        BatteryModelProperties.SOLAR,
                        properties.solar(),
                        BatteryModelProperties.MOST,
                        "an amount in mWh, from 0 to 1e12");
        BusyCores cores = busyCores(properties, requested, new MeasuredOrRequestedCores(used, requested, time));
        return new BatteryModelSource(properties, solar, cores, refresh.validFor(), clock);
    }

    private static BusyCores busyCores(
            BatteryModelProperties properties, NodeCpuRequests requested, BusyCores measured) {
        Double fixed = properties.busyCores();
        if (fixed != null) {
            return node -> fixed;
        }
        return properties.cpuFrom() == CpuSource.METRICS ? measured : requested::coresOf;
    }
}
