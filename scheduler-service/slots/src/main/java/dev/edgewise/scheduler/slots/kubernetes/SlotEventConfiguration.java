package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.events.LostEvents;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import dev.edgewise.kubernetes.events.ObjectEventSender;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.scheduler.slots.SlotsProperties;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans for the events of Testbeds, BatchJobs and Schedulings. */
@Configuration(proxyBeanMethods = false)
class SlotEventConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(100);

    @Bean
    LostEvents lostSlotEvents(MeterRegistry meters, Ticker ticker) {
        return new LostEvents(
                "batch slots",
                cause -> Counter.builder("edgewise.slots.events.dropped")
                        .description("Events of Testbeds, BatchJobs and Schedulings that were not written")
                        .tag("cause", cause.tag())
                        .register(meters),
                ticker);
    }

    @Bean
    ObjectEventQueue slotEventQueue(LostEvents lostSlotEvents) {
        return new ObjectEventQueue(ObjectEventQueue.MOST_WAITING, lostSlotEvents);
    }

    @Bean
    SlotKubernetesEventRecorder slotEventRecorder(ObjectEventQueue slotEventQueue, Clock clock) {
        return new SlotKubernetesEventRecorder(slotEventQueue, clock);
    }

    @Bean
    ObjectEventSender slotEventSender(
            ObjectEventQueue slotEventQueue,
            LostEvents lostSlotEvents,
            ApiServerClient api,
            Clock clock,
            Ticker ticker,
            ReplicaIdentity identity) {
        return new ObjectEventSender(slotEventQueue, lostSlotEvents, api, clock, ticker, identity.name());
    }

    @Bean
    ProgressLoop slotEventLoop(ObjectEventSender slotEventSender, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("slot-events", slotEventSender::step, PAUSE, ticker, meters);
    }

    /**
     * Ends after all that decides: the events of the last decisions are written, too. The sender ends first: the last
     * step of the loop might take 5 s.
     */
    @Bean
    LifecyclePhase slotEventPhase(
            SlotsProperties properties, ProgressLoop slotEventLoop, ObjectEventSender slotEventSender) {
        return properties.enabled()
                ? new LifecyclePhase(LifecyclePhase.ANNOUNCE, slotEventLoop::start, () -> {
                    slotEventSender.stop();
                    slotEventLoop.stop();
                })
                : new LifecyclePhase(LifecyclePhase.ANNOUNCE, () -> {}, () -> {});
    }
}
