package dev.edgewise.common.signal.autoconfigure;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.signal.publish.PublishedSignals;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;

/** Starts, stops and shows the {@link PublishedSignals} beans of the service. */
@AutoConfiguration(after = SignalStoreAutoConfiguration.class)
@ConditionalOnBean(PublishedSignals.class)
public class PublishedSignalsAutoConfiguration {
    private static final Status DEGRADED = new Status("DEGRADED", "Signals hold here, but are not shared");

    @Bean
    LifecyclePhase publishedSignalsPhase(List<PublishedSignals<?>> published) {
        return new LifecyclePhase(
                LifecyclePhase.PUBLISH,
                () -> published.forEach(PublishedSignals::start),
                () -> published.forEach(PublishedSignals::stop));
    }

    /** {@code DEGRADED}, with the reason, while the store takes nothing. */
    @Bean
    HealthIndicator publishedHealthIndicator(List<PublishedSignals<?>> published) {
        return () -> {
            Map<String, String> troubles = new TreeMap<>();
            published.forEach(each -> each.trouble().ifPresent(trouble -> troubles.put(each.signal(), trouble)));
            return Health.status(troubles.isEmpty() ? Status.UP : DEGRADED)
                    .withDetails(troubles)
                    .build();
        };
    }
}
