package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says which peers to measure, and collects what was measured. */
interface Coordinator {
    /** @param tag the version of the list; null if the coordinator gives none */
    record Peers(PeerList list, @Nullable String tag) {}

    /**
     * The peers to measure.
     *
     * @param tag the version that is known already; null for none
     * @return null if that version is the newest
     * @throws IOException if it does not answer, or refuses
     */
    @Nullable
    Peers peers(@Nullable String tag) throws IOException;

    /**
     * Hands in a report.
     *
     * @throws IOException if it does not answer, or refuses
     */
    ReportReply report(Report report) throws IOException;
}
