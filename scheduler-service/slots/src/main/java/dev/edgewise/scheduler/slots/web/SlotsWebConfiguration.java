package dev.edgewise.scheduler.slots.web;

import dev.edgewise.scheduler.slots.NodeSetUpProperties;
import dev.edgewise.scheduler.slots.SlotsProperties;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that the calls about batch slots share. */
@Configuration(proxyBeanMethods = false)
class SlotsWebConfiguration {
    @Bean
    SlotsReadiness slotsReadiness(SlotsProperties properties, NodeSetUpProperties nodeSetUp, SlotObjects objects) {
        return new SlotsReadiness(properties.enabled(), nodeSetUp.enabled(), objects);
    }

    @Bean
    SlotObjectResponses slotObjectResponses() {
        return SlotsWebConfiguration::response;
    }

    private static Object response(Object object) {
        if (object instanceof Testbed testbed) {
            return SlotResponses.TestbedResponse.of(testbed);
        } else if (object instanceof BatchJob job) {
            return SlotResponses.JobResponse.of(job);
        } else if (object instanceof Scheduling scheduling) {
            return SlotResponses.SchedulingResponse.of(scheduling);
        }
        throw new IllegalArgumentException("no object of batch slots: " + object);
    }
}
