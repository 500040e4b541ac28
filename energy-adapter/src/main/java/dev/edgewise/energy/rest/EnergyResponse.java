package dev.edgewise.energy.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyReading;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A reading as users see it, with its age; what is not known of the battery is left out.
 *
 * @param level the last one, if it is stale
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EnergyResponse(
        String node,
        String level,
        double percent,
        String source,
        Instant observedAt,
        Duration validFor,
        Duration age,
        boolean stale,
        @Nullable Double capacityMwh,
        @Nullable Double chargeMwh,
        @Nullable Double inputMilliwatt,
        @Nullable Double drawMilliwatt) {
    static EnergyResponse of(String node, EnergyReading reading, Instant now) {
        ObservationMetadata observed = reading.observed();
        BatteryFacts battery = reading.battery();
        return new EnergyResponse(
                node,
                reading.level().label(),
                reading.percent(),
                observed.source(),
                observed.at(),
                observed.validFor(),
                observed.age(now),
                observed.staleAt(now),
                battery.capacityMwh(),
                battery.chargeMwh(),
                battery.inputMilliwatt(),
                battery.drawMilliwatt());
    }
}
