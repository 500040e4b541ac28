package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.StepLoop;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.kubernetes.KubernetesReservations;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReservationsConfiguration {
    /** How long a new reservation waits for its room, and one that ends keeps it. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    @Bean
    StoredReservations storedReservations(KubernetesReservations api) {
        return new StoredReservations(api);
    }

    @Bean
    ReservationKeeper reservationKeeper(
            ClusterState state,
            LiveClusterFeed feed,
            ClusterWatch watch,
            KubernetesReservations api,
            WriteGate gate,
            Ticker ticker,
            Clock clock) {
        return new ReservationKeeper(state, feed, watch::isSynced, api, gate, new Deadlines(ticker, clock), ticker);
    }

    @Bean
    LifecyclePhase reservationPhase(ReservationKeeper keeper) {
        StepLoop loop = new StepLoop("reservations");
        return new LifecyclePhase(
                LifecyclePhase.PUBLISH, () -> loop.repeat(keeper::step, PAUSE), () -> loop.stopAfter(() -> {}));
    }

    @Bean
    ReservationsHealth reservationsHealthIndicator(ClusterState state) {
        return new ReservationsHealth(state);
    }
}
