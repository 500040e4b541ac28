package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.kubernetes.KubernetesReservations;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that keep reservations, write their status and show their health. */
@Configuration(proxyBeanMethods = false)
class ReservationsConfiguration {
    /** The interval between steps: how long a new reservation waits for its capacity, and an ended one keeps it. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    @Bean
    ReservationApi storedReservations(KubernetesReservations api) {
        return new ReservationApi(api);
    }

    @Bean
    ProgressLoop reservationKeeperLoop(
            ClusterState state,
            SchedulingLoopAccess decisions,
            ClusterWatch watch,
            ReservationProperties properties,
            Ticker ticker,
            Clock clock,
            MeterRegistry meters) {
        state.reservations().limitShare(properties.sharePerNamespace());
        state.reservations().basePriority(properties.priority());
        state.reservations().limitObjects(properties.mostObjectsPerNamespace());
        ReservationReconciler keeper = new ReservationReconciler(
                state,
                decisions,
                watch::isSynced,
                new ReservationDeadlines(ticker, clock),
                properties.mostPerNamespace());
        return new ProgressLoop("reservations", keeper::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase reservationKeeperPhase(ProgressLoop reservationKeeperLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, reservationKeeperLoop);
    }

    @Bean
    ProgressLoop reservationWritesLoop(
            ClusterState state,
            SchedulingLoopAccess decisions,
            KubernetesReservations api,
            Ticker ticker,
            MeterRegistry meters) {
        ReservationStatusWriter writes = new ReservationStatusWriter(state.reservations(), decisions, api, ticker);
        return new ProgressLoop("reservation-writes", writes::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase reservationWritesPhase(ProgressLoop reservationWritesLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, reservationWritesLoop);
    }

    @Bean
    ReservationsHealth reservationsHealthIndicator(ClusterState state) {
        return new ReservationsHealth(state);
    }
}
