package dev.edgewise.global.member;

import dev.edgewise.global.model.RequestKey;

/**
 * An anchor in a member that names an attempt, while no known attempt accounts for it. It may be of a replica that was
 * paused, or of a user in the member who made a ConfigMap like one: nothing but its deletion may follow from what it
 * says.
 *
 * @param uid of the ConfigMap
 * @param account service account of its namespace as which it says that it was made
 * @param request the request that it names
 * @param clusterUid uid of the cluster that it was seen in
 */
public record OrphanedAnchor(
        String cluster,
        String clusterUid,
        String namespace,
        String uid,
        String account,
        RequestKey request,
        String requestUid,
        int attempt) {}
