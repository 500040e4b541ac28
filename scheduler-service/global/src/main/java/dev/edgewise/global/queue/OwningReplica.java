package dev.edgewise.global.queue;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the replica of a request by rendezvous hashing: each replica has a weight for each request, and the largest
 * one wins. A replica that goes or comes moves only the requests that it had or gets. All replicas choose alike,
 * without asking each other.
 */
public final class OwningReplica {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private OwningReplica() {}

    /**
     * Returns the replica that the request belongs to; null if there is none.
     *
     * @param replicas names of those that live, in any order
     */
    public static @Nullable String replicaOf(String requestUid, Collection<String> replicas) {
        String best = null;
        long largest = 0;
        for (String replica : replicas) {
            long weight = weight(requestUid, replica);
            boolean isLarger = best == null || weight > largest || weight == largest && replica.compareTo(best) < 0;
            if (isLarger) {
                best = replica;
                largest = weight;
            }
        }
        return best;
    }

    /**
     * FNV-1a over both names, then the finalizer of MurmurHash3: without it, names that differ in their last letter
     * only have similar weights.
     */
    private static long weight(String requestUid, String replica) {
        long hash = FNV_OFFSET;
        for (byte letter : (replica + '\n' + requestUid).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ letter & 0xff) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
