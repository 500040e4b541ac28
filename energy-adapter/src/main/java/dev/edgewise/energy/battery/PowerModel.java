package dev.edgewise.energy.battery;

import dev.edgewise.common.Require;

/**
 * Power draw of a board: an idle share, and a share for each busy core.
 *
 * @param idleMilliwatt when nothing runs, in mW, ≥ 0
 * @param coreMilliwatt for each busy core, in mW, ≥ 0
 * @param cores how many there are, above 0
 */
public record PowerModel(double idleMilliwatt, double coreMilliwatt, double cores) {
    public PowerModel {
        Require.that(idleMilliwatt >= 0, "idleMilliwatt", idleMilliwatt, "0 or more");
        Require.that(coreMilliwatt >= 0, "coreMilliwatt", coreMilliwatt, "0 or more");
        Require.that(cores > 0, "cores", cores, "above 0");
    }

    /** Power draw in mW with this many busy cores; more than the board has count as all. */
    public double milliwatt(double busyCores) {
        return idleMilliwatt + coreMilliwatt * Math.min(cores, Math.max(0, busyCores));
    }
}
