package dev.edgewise.energy.readings;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.sources.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where readings come from. Called by one thread, but for {@link #problem} and {@link #problems}. */
public interface EnergySource {
    Source source();

    /** How long what it says usually holds: so long a new leader goes by the label of a node that it has not heard of. */
    Duration validFor();

    /**
     * What is known of these nodes, which are those that the source serves, sorted by name. What did not change is said again, with
     * its time; a node of which nothing is known is left out. Must not wait for others.
     *
     * @param moment of a monotonic clock
     */
    Map<String, Measurement> read(Collection<EnergyNode> nodes, Instant moment);

    /** Continues from what this source published before this process wrote; what is known since then is newer. */
    default void resume(Map<String, EnergyReading> published) {}

    /** Another replica leads: when this one leads again, the source begins again. Maybe called again. */
    default void forget() {}

    /** What is wrong with it now. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** All that is wrong with it now, one by one. */
    default List<String> problems() {
        return problem().stream().toList();
    }
}
