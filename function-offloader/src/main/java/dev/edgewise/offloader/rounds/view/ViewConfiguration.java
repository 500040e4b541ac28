package dev.edgewise.offloader.rounds.view;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.offloader.cluster.NodePowerInputHistory;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.settings.BatteryForecastProperties;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the view of the cluster and of the energy of its nodes. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {
    @Bean
    ClusterView clusterView(
            WatchedClusterObjects table,
            NodeCpuRequests others,
            BatteryForecastProperties battery,
            ClusterView.Watches watches,
            Clock clock) {
        NodePowerInputHistory batteries = new NodePowerInputHistory(new NodePowerInputHistory.Habits(
                battery.idleMilliwatt(), battery.coreMilliwatt(), battery.failedPercent(), battery.bootPercent()));
        return new ClusterView(table, others, batteries, watches, clock);
    }

    /** Follows the readings of all nodes, which are one row. */
    @Bean(destroyMethod = "")
    SignalFollower<EnergyReading> energyFollower(SignalStores stores, ClusterView clusterView) {
        return new SignalFollower<>(EnergyReadingJsonCodec.KIND, stores, (row, readings) -> clusterView.take(readings));
    }
}
