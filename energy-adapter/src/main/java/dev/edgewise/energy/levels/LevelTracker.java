package dev.edgewise.energy.levels;

import dev.edgewise.common.signal.energy.EnergyLevel;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The level of one node over time. Moments are those of a monotonic clock ({@link
 * dev.edgewise.common.time.SteadyTime}). While the last reading is not valid any more there is no level; hysteresis and
 * dwell time go by the last one all the same. For one thread at a time.
 */
public final class LevelTracker {
    private final LevelSettings settings;
    private @Nullable EnergyLevel level;
    private @Nullable Instant changed;
    private Instant validUntil = Instant.MAX;

    public LevelTracker(LevelSettings settings) {
        this.settings = settings;
    }

    /**
     * Begins with a level that is known from before, such as from the node's label; only if there is none yet.
     *
     * @param until the last moment at which it is the level if no reading comes
     */
    public void resume(EnergyLevel known, Instant until) {
        if (level == null) {
            level = known;
            validUntil = until;
        }
    }

    /**
     * Takes a reading.
     *
     * @param percent state of charge, 0..100 %
     * @param until the last moment at which it is valid
     * @return the level from now on; empty if the reading is not valid any more
     */
    public Optional<EnergyLevel> update(double percent, Instant until, Instant now) {
        validUntil = until;
        if (now.isAfter(until)) {
            return Optional.empty();
        }
        EnergyLevel next = level == null ? settings.of(percent) : settings.after(level, percent);
        if (level == null) {
            level = next;
        } else if (next != level && !dwells(now)) {
            level = next;
            changed = now;
        }
        return at(now);
    }

    /** Takes the level from a source that knows no percentages: neither hysteresis nor dwell time apply. */
    public Optional<EnergyLevel> state(EnergyLevel stated, Instant until, Instant now) {
        level = stated;
        validUntil = until;
        return at(now);
    }

    /** The level now; empty if none is known, or the last reading is not valid any more. */
    public Optional<EnergyLevel> at(Instant now) {
        return now.isAfter(validUntil) ? Optional.empty() : Optional.ofNullable(level);
    }

    private boolean dwells(Instant now) {
        return changed != null && now.isBefore(changed.plus(settings.dwell()));
    }
}
