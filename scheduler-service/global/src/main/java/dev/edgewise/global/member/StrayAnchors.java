package dev.edgewise.global.member;

import java.util.List;

/** Finds and deletes the anchors in members that no attempt accounts for. */
public interface StrayAnchors {
    /** Returns those of this management cluster's requests in all members that answer. */
    List<StrayAnchor> find();

    /**
     * Deletes an anchor in the foreground, by its uid and as the account that it names, so that no more is deleted than this account may and than the anchor owns.
     *
     * @param account service account of the anchor's namespace
     * @return why it cannot be deleted, for people; empty if it is being deleted
     */
    String delete(StrayAnchor anchor, String account);
}
