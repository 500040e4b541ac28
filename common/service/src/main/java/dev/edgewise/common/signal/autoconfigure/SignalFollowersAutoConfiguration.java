package dev.edgewise.common.signal.autoconfigure;

import dev.edgewise.common.boot.HeapTuning;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalSubscription;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;

/** Starts, stops and shows the {@link SignalFollower} beans of the service. */
@AutoConfiguration(after = SignalStoreAutoConfiguration.class)
@ConditionalOnBean(SignalFollower.class)
public class SignalFollowersAutoConfiguration {
    private static final Status DEGRADED = new Status("DEGRADED", "Decisions use the last known signals");

    @Bean
    LifecyclePhase signalFollowersPhase(List<SignalFollower<?>> followers) {
        return new LifecyclePhase(
                LifecyclePhase.SIGNALS, () -> start(followers), () -> followers.forEach(SignalFollower::close));
    }

    /** A collection takes long: one is enough for all of them. */
    private static void start(List<SignalFollower<?>> followers) {
        CompletableFuture.allOf(followers.stream()
                        .map(follower -> follower.start().caughtUp().toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .thenRunAsync(HeapTuning::startIsOver);
    }

    /** Whether the signals arrive. Their absence degrades the service but does not stop it. */
    @Bean
    HealthIndicator signalsHealthIndicator(List<SignalFollower<?>> followers) {
        return () -> {
            Health.Builder health = Health.up();
            for (SignalFollower<?> follower : followers) {
                SignalSubscription following = follower.following();
                boolean connected = following != null && following.connected();
                health.withDetail(follower.signal() + "Connected", connected);
                if (following != null) {
                    health.withDetail(
                            follower.signal() + "Since", following.since().toString());
                    following.trouble().ifPresent(why -> health.withDetail(follower.signal() + "Trouble", why));
                }
                if (!connected) {
                    health.status(DEGRADED);
                }
            }
            return health.build();
        };
    }
}
