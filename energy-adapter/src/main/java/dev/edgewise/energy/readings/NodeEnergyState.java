package dev.edgewise.energy.readings;

import dev.edgewise.common.signal.energy.EnergyLevel;
import java.util.Optional;

/**
 * Current state of a node's energy.
 *
 * @param level empty if its reading is not valid any more
 * @param percent as read last, 0..100; 0 if only its label is known
 */
public record NodeEnergyState(Optional<EnergyLevel> level, double percent) {}
