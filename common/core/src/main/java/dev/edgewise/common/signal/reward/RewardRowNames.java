package dev.edgewise.common.signal.reward;

import dev.edgewise.common.Names;
import java.util.Optional;

/**
 * Names of the rows and fields of rewards: the row {@code pods:<type>} has a field for each node and {@value #ALL} for
 * all nodes together, the row {@value #NODES} a field for each node over all types.
 */
public final class RewardRowNames {
    /** The row of nodes over all types. */
    public static final String NODES = "nodes";

    /** The field of all nodes together. */
    public static final String ALL = "*";

    private static final String PODS = "pods:";

    private RewardRowNames() {}

    /** The row of a type; its key is {@value Names#REWARD_KEY_PREFIX}{@code pods:<type>}. */
    public static String ofType(String type) {
        return PODS + type;
    }

    /** The type of a row; empty if the row is of something else. */
    public static Optional<String> type(String row) {
        return row.startsWith(PODS) ? Optional.of(row.substring(PODS.length())) : Optional.empty();
    }
}
