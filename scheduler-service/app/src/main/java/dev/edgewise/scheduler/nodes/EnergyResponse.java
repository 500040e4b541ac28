package dev.edgewise.scheduler.nodes;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A node's energy.
 *
 * @param level as the reading or the label says
 * @param percent state of charge, 0..100; absent where only the label is known
 * @param source who observed it, or {@code label}
 * @param age of the reading, as ISO-8601 duration in whole seconds; absent where only the label is known
 * @param fresh whether decisions rely on it: a reading is not past its validity
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnergyResponse(
        String level, @Nullable Double percent, String source, @Nullable String age, boolean fresh) {
    private static final String LABEL = "label";

    /** Null if nothing is known. */
    public static @Nullable EnergyResponse of(NodeEnergy energy, Instant now) {
        EnergyReading reading = energy.reading();
        if (reading != null) {
            String age =
                    reading.observed().age(now).truncatedTo(ChronoUnit.SECONDS).toString();
            return new EnergyResponse(
                    reading.level().label(),
                    reading.percent(),
                    reading.observed().source(),
                    age,
                    !energy.isStale());
        }
        EnergyLevel level = energy.level();
        return level == null ? null : new EnergyResponse(level.label(), null, LABEL, null, true);
    }
}
