package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;

/** Hears what the coordinator learns, for figures. */
interface CoordinatorListener {
    void reported(String from, Report report);

    /** A pair that was estimated has been measured. */
    void estimateChecked(RoundTripTime estimate, long measuredMicros);
}
