package dev.edgewise.scheduler.simulation;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.state.HeldCapacity;
import org.jspecify.annotations.Nullable;

/**
 * The node that a pod would be placed on, or why there is none.
 *
 * @param taken the room that is kept for it, and that it would take; null for none
 */
public record Placement(Decision decision, @Nullable HeldCapacity taken) {}
