package dev.edgewise.offloader.scheduler;

import dev.edgewise.kubernetes.discovery.ServiceClients;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.settings.DelayViolations;
import dev.edgewise.offloader.settings.OffloaderProperties;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
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
        PlacementApi scheduler = services.create(PlacementApi.class, target(properties));
        return new PlacementClient(scheduler, offloader.schedulerProfile(), properties.timeout(), calls(meters));
    }

    @Bean
    Violations violations(
            SchedulerProperties properties,
            OffloaderProperties offloader,
            ServiceClients services,
            MeterRegistry meters) {
        ViolationsApi scheduler = services.create(ViolationsApi.class, target(properties));
        Map<Cause, ViolationsClient> lists = new EnumMap<>(Cause.class);
        if (offloader.delayViolations() != DelayViolations.NONE) {
            lists.put(Cause.DELAY, ViolationsClient.ofDelays(scheduler, offloader.delayMargin(), calls(meters)));
        }
        if (offloader.leaveQuarantine()) {
            lists.put(Cause.REWARD, ViolationsClient.ofRewards(scheduler, calls(meters)));
        }
        return cause -> {
            ViolationsClient list = lists.get(cause);
            return list == null ? Violations.Listed.NONE : list.list();
        };
    }

    private static ServiceClients.Target target(SchedulerProperties properties) {
        return new ServiceClients.Target(
                "scheduler-service", properties.url(), properties.timeout(), properties.tokenFile());
    }

    private static Counter calls(MeterRegistry meters) {
        return Counter.builder("edgewise.offloader.scheduler.calls")
                .description("Requests to scheduler-service")
                .register(meters);
    }
}
