package dev.edgewise.scheduler.model.devices;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceClaim.
 *
 * @param ownerPod uid of the pod it was made for; empty if none
 * @param extended whether kube-scheduler made it, for extended resources that devices serve
 * @param allocation null until it is given devices
 * @param users uids of what may use it
 */
public record ResourceClaim(
        Key key,
        String uid,
        boolean terminating,
        String ownerPod,
        boolean extended,
        @Nullable DeviceAllocation allocation,
        Set<String> users) {
    /** The most users that the API allows. */
    public static final int MOST_USERS = 256;

    /** The name of a ResourceClaim within its cluster. */
    public record Key(String namespace, String name) {}

    public ResourceClaim {
        users = Set.copyOf(users);
    }

    /** Returns whether one more, or this one again, may use it. */
    public boolean hasRoomFor(String user) {
        return users.size() < MOST_USERS || users.contains(user);
    }
}
