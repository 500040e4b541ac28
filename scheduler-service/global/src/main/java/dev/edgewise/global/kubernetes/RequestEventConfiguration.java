package dev.edgewise.global.kubernetes;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans for the events of requests. */
@Configuration(proxyBeanMethods = false)
class RequestEventConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(100);

    @Bean
    LostRequestEvents lostRequestEvents(MeterRegistry meters, Ticker ticker) {
        return new LostRequestEvents(meters, ticker);
    }

    @Bean
    RequestEventQueue requestEventQueue(LostRequestEvents lost, MeterRegistry meters) {
        RequestEventQueue queue = new RequestEventQueue(RequestEventQueue.MOST_WAITING, lost);
        Gauge.builder("edgewise.global.events.waiting", queue, RequestEventQueue::size)
                .description("Events of requests that wait for the API server")
                .register(meters);
        return queue;
    }

    @Bean
    RequestEvents requestEvents(RequestEventQueue queue, Clock clock) {
        return new RequestEvents(queue, clock);
    }

    @Bean
    RequestEventSender requestEventSender(
            RequestEventQueue queue,
            LostRequestEvents lost,
            ApiServerClient api,
            Clock clock,
            Ticker ticker,
            ReplicaIdentity identity) {
        return new RequestEventSender(queue, lost, api, clock, ticker, identity.name());
    }

    @Bean
    ProgressLoop requestEventLoop(RequestEventSender sender, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("request-events", sender::step, PAUSE, ticker, meters);
    }

    /** Ends after all that decides: the events of the last decisions are written, too. */
    @Bean
    LifecyclePhase requestEventPhase(ProgressLoop requestEventLoop, RequestEventSender sender) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, requestEventLoop::start, () -> {
            requestEventLoop.stop();
            sender.stop();
        });
    }
}
