package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.state.protection.ReserveObject;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import org.jspecify.annotations.Nullable;

/** Shows in the cluster what nodes keep for failures of others. Blocks until the API server has answered. What fails is tried again by the caller. */
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
    ReserveObject create(Content content);

    /**
     * Has that object say this, unless it was written since.
     *
     * @return as it is now; null if that is not known
     */
    @Nullable
    ReserveObject update(ReserveObject known, Content content);

    /** Writes the status of that object, and of no later one of its name. */
    void write(ReserveObject known, ReservationStatus status);

    /** Deletes that object, and no later one of its name. */
    void delete(ReserveObject known);
}
