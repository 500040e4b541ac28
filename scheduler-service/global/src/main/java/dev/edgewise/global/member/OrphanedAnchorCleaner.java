package dev.edgewise.global.member;

import java.util.List;
import java.util.Set;

/** Finds and deletes the orphaned anchors in members. */
public interface OrphanedAnchorCleaner {
    /**
     * The result of a search.
     *
     * @param anchors of this management cluster's requests
     * @param unanswered names of the members that were not searched to the end, so that there may be more
     */
    record Found(List<OrphanedAnchor> anchors, Set<String> unanswered) {
        public Found {
            anchors = List.copyOf(anchors);
            unanswered = Set.copyOf(unanswered);
        }
    }

    /** Searches all members that answer. */
    Found find();

    /**
     * Deletes an anchor in the foreground, by its uid and as the account that it names, so that no more is deleted than
     * this account may and than the anchor owns.
     *
     * @param account service account of the anchor's namespace
     * @return why it cannot be deleted, for people; empty if it is being deleted
     */
    String delete(OrphanedAnchor anchor, String account);
}
