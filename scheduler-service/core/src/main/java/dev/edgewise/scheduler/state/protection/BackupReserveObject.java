package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An object of the cluster that shows people what a node keeps for failures of others. It holds no capacity: that
 * follows from the protected pods, whatever it says.
 *
 * @param uid unlike that of any other
 * @param generation how often its spec was written, as the API server counts
 * @param keeps the capacity that it says
 * @param problem why that cannot be read, and {@code keeps} is none; null if it can
 * @param reason for people
 * @param deleted whether it was deleted, and is there only as a finalizer keeps it
 * @param status as it was last written
 */
public record BackupReserveObject(
        ReservationKey key,
        String uid,
        long generation,
        String node,
        ResourceDemand keeps,
        @Nullable String problem,
        String reason,
        Instant createdAt,
        boolean deleted,
        ReservationStatus status) {
    /** User of the capacity as it is displayed. */
    public static final String USER = "recovery";
}
