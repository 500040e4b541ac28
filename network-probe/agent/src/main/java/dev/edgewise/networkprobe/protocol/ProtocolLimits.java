package dev.edgewise.networkprobe.protocol;

import java.util.concurrent.TimeUnit;

/** The limits of what a message may hold, and of what an agent answers. */
public final class ProtocolLimits {
    /** Maximum size of a report. */
    public static final int MAX_REPORT_BYTES = 256 * 1024;
    /** Maximum length of a list of peers, of a report's results, and of the peers to probe at once. */
    public static final int MAX_PEERS = 256;
    /** Characters of a list's tag. */
    public static final int MAX_TAG = 64;
    /** Echoes to one peer in a round. */
    public static final int MAX_ECHOES = 100;
    /** Echoes to one peer in a report: several rounds, or a direct probe. */
    public static final int MAX_SENT = 200;
    /** The longest round trip, in µs. */
    public static final long MAX_RTT_MICROS = 60_000_000;
    /** The shortest round, in ms. */
    public static final long MIN_ROUND_MILLIS = 100;
    /** The longest round, in ms. */
    public static final long MAX_ROUND_MILLIS = TimeUnit.HOURS.toMillis(1);

    /** Echo requests of agents that one agent answers in a second. */
    public static final int MAX_ANSWERS_PER_SECOND = 5_000;

    static final int MAX_ROUNDS_PER_REPORT = 60;
    static final long MAX_VALID_MILLIS = TimeUnit.DAYS.toMillis(7);
    static final int MAX_PORT = 65_535;

    private ProtocolLimits() {}

    /** @throws InvalidMessageException if the field's value is out of range */
    static void check(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw new InvalidMessageException(field, value, "a whole number in " + min + ".." + max);
        }
    }
}
