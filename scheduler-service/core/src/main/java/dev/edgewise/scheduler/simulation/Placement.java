package dev.edgewise.scheduler.simulation;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * Where a pod would go, or why nowhere.
 *
 * @param taken the reservation that it would take; null for none
 */
public record Placement(Decision decision, @Nullable Reservation taken) {}
