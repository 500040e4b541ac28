package dev.edgewise.global.remote;

/**
 * The source of a request whose policy counts delays, as it was found.
 *
 * @param node the node from which delay counts; empty for the cluster as a whole, or if it could not be asked for
 * @param problem which field of the policy names nothing, for people; empty if none
 */
record RequestSource(String node, String problem) {
    static final RequestSource WHOLE_CLUSTER = new RequestSource("", "");
}
