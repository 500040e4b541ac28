package dev.edgewise.global.kubernetes;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.events.LostEvents;
import dev.edgewise.kubernetes.events.LostEvents.Cause;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import dev.edgewise.kubernetes.events.ObjectEventSender;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import io.micrometer.core.instrument.Counter;
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
    LostEvents lostRequestEvents(MeterRegistry meters, Ticker ticker) {
        return new LostEvents("requests", cause -> counter(cause, meters), ticker);
    }

    private static Counter counter(Cause cause, MeterRegistry meters) {
        return cause == Cause.REFUSED
                ? Counter.builder("edgewise.global.events.refused")
                        .description("Events of requests that the API server did not take")
                        .register(meters)
                : Counter.builder("edgewise.global.events.dropped")
                        .description("Events of requests that were not written")
                        .tag("cause", cause.tag())
                        .register(meters);
    }

    @Bean
    ObjectEventQueue requestEventQueue(LostEvents lost, MeterRegistry meters) {
        ObjectEventQueue queue = new ObjectEventQueue(ObjectEventQueue.MOST_WAITING, lost);
        Gauge.builder("edgewise.global.events.waiting", queue, ObjectEventQueue::size)
                .description("Events of requests that wait for the API server")
                .register(meters);
        return queue;
    }

    @Bean
    RequestEvents requestEvents(ObjectEventQueue queue, Clock clock) {
        return new RequestEvents(queue, clock);
    }

    @Bean
    ObjectEventSender requestEventSender(
            ObjectEventQueue queue,
            LostEvents lost,
            ApiServerClient api,
            Clock clock,
            Ticker ticker,
            ReplicaIdentity identity) {
        return new ObjectEventSender(queue, lost, api, clock, ticker, identity.name());
    }

    @Bean
    ProgressLoop requestEventLoop(ObjectEventSender sender, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("request-events", sender::step, PAUSE, ticker, meters);
    }

    /**
     * Ends after all that decides: the events of the last decisions are written, too. The sender ends first: the last
     * step of the loop might take 5 s.
     */
    @Bean
    LifecyclePhase requestEventPhase(ProgressLoop requestEventLoop, ObjectEventSender sender) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, requestEventLoop::start, () -> {
            sender.stop();
            requestEventLoop.stop();
        });
    }
}
