package dev.edgewise.global.remote;

/**
 * The source from which the policy of a request counts delays, as it was found.
 *
 * @param node the node from which delay counts; empty for the cluster as a whole, or if the node is not known
 * @param problem which field of the policy names an object that does not exist, for people; empty if none does
 */
record ResolvedDelaySource(String node, String problem) {
    static final ResolvedDelaySource WHOLE_CLUSTER = new ResolvedDelaySource("", "");
}
