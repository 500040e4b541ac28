package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Report;
import java.util.List;

/** Observes the coordinator, for metrics. */
public interface CoordinatorObserver {
    /** @param accepted those of the results that count */
    void reported(String from, Report report, List<PeerResult> accepted);

    /** A pair that was estimated has been measured. */
    void estimateChecked(RoundTripTime estimate, long measuredMicros);
}
