package dev.edgewise.scheduler.simulation;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * The node that a pod would be placed on, or why there is none.
 *
 * @param taken the reservation that it would take; null for none
 */
public record Placement(Decision decision, @Nullable Reservation taken) {}
