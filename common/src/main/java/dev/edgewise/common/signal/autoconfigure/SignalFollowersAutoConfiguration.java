package dev.edgewise.common.signal.autoconfigure;

import dev.edgewise.common.boot.HeapTuning;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.signal.SignalFollower;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Starts, stops and shows the {@link SignalFollower} beans of the service. */
@AutoConfiguration(after = SignalStoreAutoConfiguration.class)
@ConditionalOnBean(SignalFollower.class)
public class SignalFollowersAutoConfiguration {
    @Bean
    LifecyclePhase signalFollowersPhase(List<SignalFollower<?>> followers) {
        return new LifecyclePhase(
                LifecyclePhase.SIGNALS,
                () -> followers.forEach(follower -> follower.start().caughtUp().thenRunAsync(HeapTuning::startIsOver)),
                () -> followers.forEach(SignalFollower::close));
    }

    @Bean
    SignalsHealth signalsHealthIndicator(List<SignalFollower<?>> followers) {
        return new SignalsHealth(followers);
    }
}
