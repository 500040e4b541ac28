package dev.edgewise.global.model;

/**
 * The calls that the functions of a request answer, as its author declares them.
 *
 * @param computeMillis time that one function computes for a call on an idle CPU of the usual speed; 0 if it is not
 *     declared
 * @param payloadBytes sent to each function with a call; answers count as short
 * @param functions how many functions, this request's and those that are placed after it, a call still goes through; at
 *     least 1
 * @param resultCluster the cluster that gets the result of the last one; empty for the policy's source
 */
public record FunctionCallSpec(double computeMillis, long payloadBytes, int functions, String resultCluster) {
    public static final FunctionCallSpec NONE = new FunctionCallSpec(0, 0, 1, "");

    public static final double SHORTEST_COMPUTE_MILLIS = 0.001;
    public static final double LONGEST_COMPUTE_MILLIS = 3_600_000;
    public static final long LARGEST_PAYLOAD_BYTES = 1_000_000_000_000L;
    public static final int MOST_FUNCTIONS = 100;

    /** Returns whether the author of the request has declared calls. */
    public boolean areDeclared() {
        return computeMillis > 0;
    }

    /** Returns the calls as nodes of another speed see them, 1 for the usual one. */
    public FunctionCallSpec atSpeed(double speed) {
        return new FunctionCallSpec(computeMillis / speed, payloadBytes, functions, resultCluster);
    }
}
