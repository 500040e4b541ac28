package dev.edgewise.offloader.scheduler;

import dev.edgewise.kubernetes.discovery.ServiceClients;
import dev.edgewise.offloader.settings.OffloaderProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client of scheduler-service. */
@Configuration(proxyBeanMethods = false)
class SchedulerConfiguration {
    @Bean
    WhatIf whatIf(
            SchedulerProperties properties,
            OffloaderProperties offloader,
            ServiceClients services,
            MeterRegistry meters) {
        ServiceClients.Target target = new ServiceClients.Target(
                "scheduler-service", properties.url(), properties.timeout(), properties.tokenFile());
        PlacementApi scheduler = services.create(PlacementApi.class, target);
        return new PlacementClient(scheduler, offloader.schedulerProfile(), meters);
    }
}
