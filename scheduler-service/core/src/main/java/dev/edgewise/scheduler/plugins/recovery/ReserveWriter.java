package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import org.jspecify.annotations.Nullable;

/**
 * Shows the reserves of nodes as objects in the cluster. Blocks until the API server has answered. The caller retries
 * failed writes.
 */
public interface ReserveWriter {
    /**
     * The visible reserve of one node.
     *
     * @param name of the object
     * @param reason for people
     */
    record Content(String name, String node, ResourceDemand keeps, String reason) {}

    /**
     * Creates the object.
     *
     * @return as it is now; null if that is not known
     */
    @Nullable
    BackupReserveObject create(Content content);

    /**
     * Updates the object, unless it was changed meanwhile.
     *
     * @return as it is now; null if that is not known
     */
    @Nullable
    BackupReserveObject update(BackupReserveObject known, Content content);

    /** Writes the status of that object, and of no later one of its name. */
    void write(BackupReserveObject known, ReservationStatus status);

    /** Deletes that object, and no later one of its name. */
    void delete(BackupReserveObject known);
}
