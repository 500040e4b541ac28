package dev.edgewise.scheduler.signals;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.json.RewardJsonCodec;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterFeed;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures which signals the cluster's state follows. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TrustedSourcesProperties.class)
class SignalsConfiguration {
    @Bean(destroyMethod = "")
    SignalFollower<RoundTripTime> rttFollower(
            SignalStores stores, ClusterFeed feed, TrustedSourcesProperties sources, MeterRegistry meters) {
        SignalKind<RoundTripTime> kind = RoundTripTimeJsonCodec.KIND;
        return new SignalFollower<>(
                kind,
                stores,
                new TrustedSourceRowFilter<>(
                        kind.name(),
                        sources.rtt(),
                        RoundTripTime::observed,
                        new RttRowListener(change -> feed.fact(RttIndex.FACT, change)),
                        meters));
    }

    /** The readings of all nodes are one row: a change of one brings them all. */
    @Bean(destroyMethod = "")
    SignalFollower<EnergyReading> energyFollower(
            SignalStores stores, ClusterFeed feed, TrustedSourcesProperties sources, MeterRegistry meters) {
        SignalKind<EnergyReading> kind = EnergyReadingJsonCodec.KIND;
        return new SignalFollower<>(
                kind,
                stores,
                new TrustedSourceRowFilter<>(
                        kind.name(),
                        sources.energy(),
                        EnergyReading::observed,
                        (row, readings) -> feed.fact(EnergyIndex.FACT, energy -> EnergyIndex.of(readings)),
                        meters));
    }

    @Bean(destroyMethod = "")
    SignalFollower<Reward> rewardFollower(SignalStores stores, ClusterFeed feed) {
        return new SignalFollower<>(
                RewardJsonCodec.KIND,
                stores,
                (row, rewards) -> feed.fact(RewardIndex.FACT, index -> index.with(row, rewards)));
    }
}
