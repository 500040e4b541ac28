package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import java.util.UUID;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The stream of events about batch slots. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EventsProperties.class)
class EventsConfiguration {
    @Bean
    SlotEventLog slotEventLog(EventsProperties properties) {
        return new SlotEventLog(properties.kept());
    }

    @Bean
    EventStreams slotEventStreams(SlotEventLog log, EventsProperties properties) {
        return new EventStreams(log, UUID.randomUUID().toString(), properties.maxStreams());
    }

    /** Nothing is kept while batch slots are switched off. */
    @Bean
    LifecyclePhase slotEvents(SlotEventLog log, EventStreams streams, SlotObjects objects, SlotsReadiness readiness) {
        return new LifecyclePhase(
                LifecyclePhase.ANNOUNCE,
                () -> {
                    if (readiness.isEnabled()) {
                        objects.listen(log);
                    }
                },
                streams::stop);
    }
}
