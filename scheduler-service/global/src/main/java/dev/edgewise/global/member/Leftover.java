package dev.edgewise.global.member;

/**
 * An anchor in a cluster in which nothing of that attempt should be.
 *
 * @param namespace of the anchor, in the member
 * @param name of the anchor
 * @param requestUid uid of the request that it was made for
 * @param attempt number of the attempt
 * @param reason why it should not be there, for people
 */
public record Leftover(
        String cluster, String namespace, String name, String requestUid, int attempt, String reason) {}
