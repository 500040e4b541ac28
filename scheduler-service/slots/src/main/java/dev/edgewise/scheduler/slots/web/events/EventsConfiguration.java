package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import java.time.Clock;
import java.util.UUID;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The stream of events about batch slots. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({EventsProperties.class, OffersProperties.class})
class EventsConfiguration {
    @Bean
    SlotEventLog slotEventLog(EventsProperties properties) {
        return new SlotEventLog(UUID.randomUUID().toString(), properties.kept(), SlotEventLog.MOST_BYTES);
    }

    @Bean
    StreamThreads slotEventStreams(EventsProperties properties) {
        return new StreamThreads(properties.maxStreams(), "slot-events-");
    }

    @Bean
    OpenOffers openOffers(SlotObjects objects, OffersProperties properties, Clock clock) {
        return new OpenOffers(objects, properties.deadline(), clock);
    }

    @Bean
    OfferAnswers offerAnswers(SlotObjects objects, SlotObjectWriter writer, OpenOffers offers, Clock clock) {
        return new OfferAnswers(objects, writer, offers, clock);
    }

    /** Nothing is kept while batch slots are switched off. */
    @Bean
    LifecyclePhase slotEvents(SlotEventLog log, SlotObjects objects, SlotsReadiness readiness) {
        return new LifecyclePhase(
                LifecyclePhase.ANNOUNCE,
                () -> {
                    if (readiness.isEnabled()) {
                        objects.listen(log);
                    }
                },
                () -> {});
    }

    @Bean
    LifecyclePhase slotStreams(SlotEventLog log, StreamThreads streams) {
        return new LifecyclePhase(LifecyclePhase.STREAM, () -> {}, () -> {
            log.close();
            streams.stop();
        });
    }
}
