package dev.edgewise.offloader.cluster;

import dev.edgewise.common.signal.energy.EnergyLevel;
import org.jspecify.annotations.Nullable;

/**
 * The state of a node in a plan.
 *
 * @param percent of its last reading; null if there never was one
 * @param level of its last reading; null if there never was one
 * @param stale whether it has no valid reading: it is no target, and its pods stay
 * @param offline whether its kubelet does not report: the same
 * @param functions candidates on it
 */
public record PlanningNodeStatus(
        String node,
        @Nullable Double percent,
        @Nullable EnergyLevel level,
        boolean stale,
        boolean offline,
        int functions) {}
