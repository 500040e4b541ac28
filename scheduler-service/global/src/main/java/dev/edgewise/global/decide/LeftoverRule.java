package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import org.jspecify.annotations.Nullable;

/**
 * Says which objects in members should not be there. The record is written before the first object is made, so that
 * what no record names is left over.
 */
public final class LeftoverRule {
    private LeftoverRule() {}

    /**
     * Returns why objects with the labels of an attempt should not be where they are; null if they may.
     *
     * @param request the request that the label names, as it is known after the objects were seen: before, it may have
     *     begun an attempt meanwhile. Null if there is none
     * @param attempt number that the label names
     * @param cluster name of the member
     * @param clusterUid its uid
     */
    public static @Nullable String reason(
            @Nullable GlobalRequest request, String attempt, String cluster, String clusterUid) {
        if (request == null) {
            return "there is no request of that uid in this management cluster";
        }
        for (Attempt known : request.status().attempts()) {
            if (Integer.toString(known.number()).equals(attempt)) {
                boolean isSame =
                        known.cluster().equals(cluster) && known.clusterUid().equals(clusterUid);
                if (!isSame) {
                    return "attempt " + attempt + " of " + request.key() + " is in cluster " + known.cluster()
                            + " with uid " + known.clusterUid();
                }
                return known.phase().mayHaveObjects()
                        ? null
                        : "attempt " + attempt + " of " + request.key() + " is " + EnumText.of(known.phase());
            }
        }
        return "attempt " + attempt + " of " + request.key() + " is over, or was never made";
    }
}
