package dev.edgewise.networkprobe.protocol;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Peers that a node measures, and how.
 *
 * @param node its name
 * @param roundMillis how long a round lasts, 100 ms to 1 h
 * @param echoes how many probes each peer gets in a round, 1..100
 * @param roundsPerReport how many rounds a report is to hold, 1..60
 * @param validMillis how long the agent goes by this list before it asks again, unless a reply says that it changed; up
 *     to 7 days
 * @param echoKey by which the agents of the cluster sign their echo requests, 32 hexadecimal digits; empty: none
 * @param peers at most {@value ProtocolLimits#MAX_PEERS}
 */
public record PeerList(
        String node,
        long roundMillis,
        int echoes,
        int roundsPerReport,
        long validMillis,
        String echoKey,
        List<PeerAddress> peers) {
    private static final Pattern KEY = Pattern.compile("([0-9a-f]{32})?");

    public PeerList {
        peers = List.copyOf(peers);
        ProtocolLimits.check(
                "roundMillis", roundMillis, ProtocolLimits.MIN_ROUND_MILLIS, ProtocolLimits.MAX_ROUND_MILLIS);
        ProtocolLimits.check("echoes", echoes, 1, ProtocolLimits.MAX_ECHOES);
        ProtocolLimits.check("roundsPerReport", roundsPerReport, 1, ProtocolLimits.MAX_ROUNDS_PER_REPORT);
        ProtocolLimits.check("validMillis", validMillis, 1, ProtocolLimits.MAX_VALID_MILLIS);
        if (!KEY.matcher(echoKey).matches()) {
            throw new InvalidMessageException("echoKey", "no key", "32 hexadecimal digits, or empty");
        }
        ProtocolLimits.check("number of peers", peers.size(), 0, ProtocolLimits.MAX_PEERS);
    }

    /** Returns the list as others than agents may see it. */
    public PeerList withoutKey() {
        return new PeerList(node, roundMillis, echoes, roundsPerReport, validMillis, "", peers);
    }

    /**
     * Returns an entity tag, equal for equal lists, with its quotes (RFC 9110, 8.8.3). A list with the key has another
     * tag than the list without it; its 32 bits do not tell the 128 of the key.
     */
    public String tag() {
        return '"' + Integer.toHexString(hashCode()) + "-" + peers.size() + '"';
    }
}
