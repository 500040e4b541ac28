package dev.edgewise.networkprobe.coordinator;

/** What a report may hold at most. */
final class ReportLimits {
    static final int BYTES = 256 * 1024;
    static final int RESULTS = 256;
    static final int TAG = 64;
    /** Echoes to one peer in a round. */
    static final int ECHOES = 100;
    /** Echoes to one peer in a report: several rounds, or a direct probe. */
    static final int SENT = 200;

    static final long LONGEST_MICROS = 60_000_000;

    private ReportLimits() {}
}
