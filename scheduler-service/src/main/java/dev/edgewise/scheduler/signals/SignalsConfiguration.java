package dev.edgewise.scheduler.signals;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.energy.EnergyReadingJson;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardJson;
import dev.edgewise.common.signal.rtt.RoundTripTimeJson;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which signals the cluster's state follows. */
@Configuration(proxyBeanMethods = false)
class SignalsConfiguration {
    @Bean(destroyMethod = "")
    SignalFollower<RoundTripTime> rttFollower(SignalStores stores, ClusterFeed feed) {
        return new SignalFollower<>(RoundTripTimeJson.KIND, stores, new RttRows(feed::signals));
    }

    /** The readings of all nodes are one row: a change of one brings them all. */
    @Bean(destroyMethod = "")
    SignalFollower<EnergyReading> energyFollower(SignalStores stores, ClusterFeed feed) {
        return new SignalFollower<>(
                EnergyReadingJson.KIND,
                stores,
                (row, readings) -> feed.signals(signals -> signals.withEnergy(readings)));
    }

    @Bean(destroyMethod = "")
    SignalFollower<Reward> rewardFollower(SignalStores stores, ClusterFeed feed) {
        return new SignalFollower<>(
                RewardJson.KIND, stores, (row, rewards) -> feed.signals(signals -> signals.withRewards(row, rewards)));
    }
}
