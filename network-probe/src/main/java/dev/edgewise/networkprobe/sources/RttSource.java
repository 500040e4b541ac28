package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.RoundTripTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A source of round-trip times. {@link #poll} and {@link #adopt} are called by one thread, the rest by many. */
public interface RttSource {
    /** Maximum interval between two of its polls. */
    default Duration pollEvery() {
        return Duration.ofMillis(200);
    }

    /**
     * Does the work that is due.
     *
     * @return receivers by sender of all pairs that changed since the last call
     */
    Map<String, Set<String>> poll(Instant now);

    /**
     * Takes over of a row that was published before this process started what is its own; doing it again changes
     * nothing.
     */
    void adopt(String from, Map<String, RoundTripTime> published, Instant now);

    /**
     * Forgets what another process may change meanwhile, as that one writes: what it published is taken over when it
     * has ended.
     */
    void reset();

    /** The nodes from which round-trip times are known. */
    Set<String> senders();

    int size();

    /** Returns the values from one node, by receiver. */
    Map<String, RoundTripTime> row(String from);

    /** Returns the value of a pair; null if it is unknown. */
    @Nullable
    RoundTripTime find(String from, String to);

    /** The zone of a node; empty if this source does not know it. */
    default String zone(String node) {
        return "";
    }

    /** Returns the current problem of the source. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Returns further details for its health. */
    default Map<String, Object> details() {
        return Map.of();
    }
}
