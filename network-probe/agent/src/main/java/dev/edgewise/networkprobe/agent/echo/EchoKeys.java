package dev.edgewise.networkprobe.agent.echo;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which agents know each other's requests. The coordinator gives all agents the same one, and another after
 * it restarts; the one before still counts, as agents hear of it one after the other. Safe for many threads.
 */
public final class EchoKeys {
    private static final int HALF = 16;

    private volatile Keys keys = new Keys("", null, null);

    private record Keys(String text, @Nullable SipHash current, @Nullable SipHash before) {}

    /** @param key 32 hexadecimal digits; empty: none, and requests are not signed */
    public void use(String key) {
        Keys known = keys;
        if (!key.equals(known.text)) {
            keys = new Keys(key, key.isEmpty() ? null : parse(key), known.current);
        }
    }

    private static SipHash parse(String key) {
        return new SipHash(
                HexFormat.fromHexDigitsToLong(key, 0, HALF), HexFormat.fromHexDigitsToLong(key, HALF, key.length()));
    }

    /** Returns the request with a signature for this target; as it is while there is no key. */
    EchoPacket sign(EchoPacket request, EchoTarget target) {
        SipHash current = keys.current;
        return current == null ? request : request.signed(signature(current, request, target));
    }

    /** Whether another agent of the cluster signed the request for this target. */
    boolean isSigned(EchoPacket request, EchoTarget target) {
        Keys known = keys;
        return request.signature() != EchoPacket.UNSIGNED
                && (isSigned(known.current, request, target) || isSigned(known.before, request, target));
    }

    private static boolean isSigned(@Nullable SipHash key, EchoPacket request, EchoTarget target) {
        return key != null && signature(key, request, target) == request.signature();
    }

    private static long signature(SipHash key, EchoPacket request, EchoTarget target) {
        long hash = key.hash(request.session(), request.sequence(), request.sentNanos(), target.number());
        return hash == EchoPacket.UNSIGNED ? 1 : hash;
    }
}
