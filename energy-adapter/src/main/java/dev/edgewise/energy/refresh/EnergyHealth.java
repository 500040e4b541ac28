package dev.edgewise.energy.refresh;

import dev.edgewise.energy.readings.EnergySource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** {@code DEGRADED}, with the reason, while a source is not well or the store takes nothing: what is known stays, and ages. */
@Component("energy")
class EnergyHealth implements HealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED");

    private final EnergyService service;
    private final List<EnergySource> sources;

    EnergyHealth(EnergyService service, List<EnergySource> sources) {
        this.service = service;
        this.sources = List.copyOf(sources);
    }

    @Override
    public Health health() {
        Map<String, String> problems = new TreeMap<>();
        sources.forEach(source -> source.problem()
                .ifPresent(problem -> problems.put(source.source().published(), problem)));
        Optional<String> trouble = service.storeTrouble();
        trouble.ifPresent(problem -> problems.put("store", problem));
        return Health.status(problems.isEmpty() ? Status.UP : DEGRADED)
                .withDetail("nodesWithReadings", service.readings().size())
                .withDetails(problems)
                .build();
    }
}
