package dev.edgewise.scheduler.config;

import dev.edgewise.common.boot.HeapTuning;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.signals.RttFollower;
import dev.edgewise.scheduler.signals.SignalsHealth;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which signals the cluster's state follows. */
@Configuration(proxyBeanMethods = false)
class SignalsConfiguration {
    @Bean(destroyMethod = "")
    RttFollower rttFollower(SignalStore<RoundTripTime> store, ClusterFeed feed) {
        return new RttFollower(store, feed, HeapTuning::startIsOver);
    }

    @Bean
    LifecyclePhase rttFollowerStep(RttFollower follower) {
        return new LifecyclePhase(LifecyclePhase.SIGNALS, follower::start, follower::close);
    }

    @Bean
    SignalsHealth signalsHealthIndicator(RttFollower follower) {
        return new SignalsHealth(follower);
    }
}
