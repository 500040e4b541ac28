package dev.edgewise.offloader.scheduler;

import dev.edgewise.kubernetes.discovery.ServiceClients;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.settings.DelayViolationPolicy;
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
    PlacementSimulator whatIf(
            SchedulerClientProperties properties,
            OffloaderProperties offloader,
            ServiceClients services,
            MeterRegistry meters) {
        PlacementApi scheduler = services.create(PlacementApi.class, target(properties));
        return new PlacementClient(scheduler, offloader.schedulerProfile(), properties.timeout(), calls(meters));
    }

    @Bean
    ViolationSource violations(
            SchedulerClientProperties properties,
            OffloaderProperties offloader,
            ServiceClients services,
            MeterRegistry meters) {
        ViolationsApi scheduler = services.create(ViolationsApi.class, target(properties));
        Map<MoveCause, ViolationsClient> lists = new EnumMap<>(MoveCause.class);
        if (offloader.delayViolations() != DelayViolationPolicy.NONE) {
            lists.put(MoveCause.DELAY, ViolationsClient.ofDelays(scheduler, offloader.delayMargin(), calls(meters)));
        }
        if (offloader.leaveQuarantine()) {
            lists.put(MoveCause.REWARD, ViolationsClient.ofRewards(scheduler, calls(meters)));
        }
        return cause -> {
            ViolationsClient list = lists.get(cause);
            return list == null ? ViolationSource.Listed.NONE : list.list();
        };
    }

    private static ServiceClients.Target target(SchedulerClientProperties properties) {
        return new ServiceClients.Target(
                "scheduler-service", properties.url(), properties.timeout(), properties.tokenFile());
    }

    private static Counter calls(MeterRegistry meters) {
        return Counter.builder("edgewise.offloader.scheduler.calls")
                .description("Requests to scheduler-service")
                .register(meters);
    }
}
