package dev.edgewise.scheduler.config;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.scheduler.MemoryThrift;
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
        return new RttFollower(store, feed, MemoryThrift::startIsOver);
    }

    @Bean
    Step rttFollowerStep(RttFollower follower) {
        return new Step(Step.SIGNALS, follower::start, follower::close);
    }

    @Bean
    SignalsHealth signalsHealthIndicator(RttFollower follower) {
        return new SignalsHealth(follower);
    }
}
