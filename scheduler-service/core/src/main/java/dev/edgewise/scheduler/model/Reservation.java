package dev.edgewise.scheduler.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Capacity kept on a node for a pod that does not exist yet.
 *
 * @param uid unlike that of any other; empty only until the API server has given one
 * @param node its name, whether there is such a node or not
 * @param requests the capacity that is kept, beside the place of one pod
 * @param user which pods of its namespace may take it
 * @param timeToLive how long it is kept from its creation, unless a pod takes it
 * @param createdAt by the API server's clock
 * @param reason why it was made, for people
 * @param deleted whether it was deleted, and is there only as a finalizer keeps it
 * @param problem the part that cannot be understood, so that it never holds capacity; null if none
 * @param status as it was last written
 */
public record Reservation(
        ReservationKey key,
        String uid,
        String node,
        Resources requests,
        ReservationPodMatcher user,
        Duration timeToLive,
        Instant createdAt,
        String reason,
        boolean deleted,
        @Nullable String problem,
        ReservationStatus status) {
    /** The order in which the reservations for a pod are taken. */
    public static final Comparator<Reservation> OLDEST_FIRST = Comparator.comparing(Reservation::createdAt)
            .thenComparing(reservation -> reservation.key().namespace())
            .thenComparing(reservation -> reservation.key().name())
            .thenComparing(Reservation::uid);

    public Reservation {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(node, "node");
    }

    /** This reservation with another status. */
    public Reservation withStatus(ReservationStatus changed) {
        return new Reservation(
                key, uid, node, requests, user, timeToLive, createdAt, reason, deleted, problem, changed);
    }

    /** Returns whether the pod may take it. */
    public boolean isFor(Pod pod) {
        return key.namespace().equals(pod.namespace()) && user.accepts(pod);
    }

    /**
     * Returns whether the pod was bound with this reservation, and could be. A reservation named on a pod that it is
     * not for is ignored.
     */
    public boolean isTakenBy(Pod bound) {
        return uid.equals(bound.reservation()) && node.equals(bound.spec().nodeName()) && isFor(bound);
    }

    /** Returns when it ends unless a pod takes it, by the API server's clock. */
    public Instant expiresAt() {
        return createdAt.plus(timeToLive);
    }
}
