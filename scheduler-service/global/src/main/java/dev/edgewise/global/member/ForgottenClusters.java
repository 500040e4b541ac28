package dev.edgewise.global.member;

import java.util.Map;
import java.util.Set;

/**
 * The clusters of which an operator has said that they will not answer any more.
 *
 * @param uids the uids of the clusters that had the name of a member, by that name
 * @param answering the uids of all members that answer
 */
public record ForgottenClusters(Map<String, Set<String>> uids, Set<String> answering) {
    public static final ForgottenClusters NONE = new ForgottenClusters(Map.of(), Set.of());

    public ForgottenClusters {
        uids = Map.copyOf(uids);
        answering = Set.copyOf(answering);
    }

    /** Whether what is in this cluster is left behind: never while it answers, whatever the operator has said. */
    public boolean has(String name, String uid) {
        return isMarked(name, uid) && !answering.contains(uid);
    }

    /** Whether the operator has said so: nothing is begun in this cluster, even if it answers. */
    public boolean isMarked(String name, String uid) {
        return uids.getOrDefault(name, Set.of()).contains(uid);
    }
}
