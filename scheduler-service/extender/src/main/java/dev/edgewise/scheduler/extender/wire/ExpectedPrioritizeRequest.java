package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Composes the prioritize request that a kube-scheduler sends after filtering: the same pod, with the names of the
 * nodes that passed.
 */
public final class ExpectedPrioritizeRequest {
    /** 50,000 names and a pod take half of that. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    private ExpectedPrioritizeRequest() {}

    /**
     * Returns the request to the byte, in its own body, so that it need not be parsed when it comes.
     *
     * @param passed the ranges of the requested nodes that passed
     * @return null if none passed, if names are written in an unusual way, or if it is too long to be kept
     */
    public static @Nullable ExtenderRequest after(ExtenderRequest filtered, List<IndexRange> passed) {
        boolean isKept = !passed.isEmpty() && filtered.body().length() <= MAX_BYTES;
        if (!isKept || !(filtered.names() instanceof CompactNodeNames names)) {
            return null;
        }
        RequestBody body = body(filtered, passed, names.list());
        NodeNames moved = names.moved(passed, body, names.list().from() + 1);
        return new ExtenderRequest(body, filtered.pod(), moved, List.of(), true);
    }

    private static RequestBody body(ExtenderRequest filtered, List<IndexRange> passed, ByteRange list) {
        byte[] before = filtered.body().bytes();
        byte[] next = Arrays.copyOf(before, filtered.body().length());
        int at = list.from() + 1;
        for (IndexRange range : passed) {
            at = at == list.from() + 1 ? at : put(',', next, at);
            at = put(before, filtered.part(range), next, at);
        }
        at = put(']', next, at);
        return new RequestBody(next, put(before, filtered.body().from(list.to()), next, at));
    }

    private static int put(char one, byte[] into, int at) {
        into[at] = (byte) one;
        return at + 1;
    }

    private static int put(byte[] bytes, ByteRange part, byte[] into, int at) {
        System.arraycopy(bytes, part.from(), into, at, part.length());
        return at + part.length();
    }
}
