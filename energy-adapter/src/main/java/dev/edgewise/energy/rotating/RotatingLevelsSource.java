package dev.edgewise.energy.rotating;

import static dev.edgewise.common.signal.energy.EnergyLevel.LOW_POWERED;
import static dev.edgewise.common.signal.energy.EnergyLevel.POWERLESS;
import static dev.edgewise.common.signal.energy.EnergyLevel.VULNERABLE;
import static dev.edgewise.common.signal.energy.EnergyLevel.WELL_POWERED;

import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prototype's levels: the four of them in turn over the nodes, sorted by name; then, at each interval, well powered
 * and low powered change places, and vulnerable and powerless. A node that joins gets the next level in turn.
 */
final class RotatingLevelsSource implements EnergySource {
    private static final List<EnergyLevel> IN_TURN = List.of(WELL_POWERED, VULNERABLE, LOW_POWERED, POWERLESS);

    private final Map<String, EnergyLevel> known = new HashMap<>();
    private final Duration every;
    private final LevelSettings settings;
    private final Duration validFor;
    private final Clock clock;
    private int given;
    private @Nullable Instant next;

    RotatingLevelsSource(Duration every, LevelSettings settings, Duration validFor, Clock clock) {
        this.every = every;
        this.settings = settings;
        this.validFor = validFor;
        this.clock = clock;
    }

    @Override
    public EnergySourceKind source() {
        return EnergySourceKind.SWITCH;
    }

    @Override
    public Duration validFor() {
        return validFor;
    }

    @Override
    public Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment) {
        next = next == null ? moment.plus(every) : next;
        while (!moment.isBefore(next)) {
            known.replaceAll((node, level) -> rotated(level));
            next = next.plus(every);
        }
        Instant now = clock.instant();
        Map<String, Measurement> read = new HashMap<>();
        for (EnergyNode node : nodes) {
            EnergyLevel level = known.computeIfAbsent(node.name(), name -> IN_TURN.get(given++ % IN_TURN.size()));
            read.put(node.name(), new Measurement(settings.middle(level), now, validFor, BatteryFacts.UNKNOWN, level));
        }
        known.keySet().retainAll(read.keySet());
        return read;
    }

    private static EnergyLevel rotated(EnergyLevel level) {
        return switch (level) {
            case WELL_POWERED -> LOW_POWERED;
            case LOW_POWERED -> WELL_POWERED;
            case VULNERABLE -> POWERLESS;
            case POWERLESS -> VULNERABLE;
        };
    }

    @Override
    public void forget() {
        known.clear();
        given = 0;
        next = null;
    }

    @Override
    public void resume(Map<String, EnergyReading> published) {
        published.forEach((node, reading) -> known.putIfAbsent(node, reading.level()));
    }
}
