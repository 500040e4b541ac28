package dev.edgewise.energy.readings;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source of readings. Called by one thread, but for {@link #problem} and {@link #problems}. */
public interface EnergySource {
    EnergySourceKind source();

    /** Usual validity of its readings: for this time a new leader uses the label of a node without a reading. */
    Duration validFor();

    /**
     * Returns the measurements of these nodes, which are those that the source serves, sorted by name. Unchanged ones
     * are returned again, with their time; unknown nodes are left out. Must not block.
     *
     * @param moment of a monotonic clock
     */
    Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment);

    /** Continues from what this source published before this process wrote; what is known since then is newer. */
    default void resume(Map<String, EnergyReading> published) {}

    /**
     * Forgets the readings, as another replica leads: when this one leads again, the source begins again. May be called
     * repeatedly.
     */
    default void forget() {}

    /** Returns the current problem of the source. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Returns all current problems of the source, one by one. */
    default List<String> problems() {
        return problem().stream().toList();
    }
}
