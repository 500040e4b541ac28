package dev.edgewise.scheduler.slots.view;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what callers of the interfaces ask for to the API server. Each method throws {@link
 * dev.edgewise.common.web.BusyException} if that does not answer, and a {@link
 * org.springframework.web.server.ResponseStatusException} with its status and message if it refuses.
 */
public interface SlotObjectWriter {
    /**
     * A Scheduling that was written.
     *
     * @param isNew false if there was the same of that name before
     */
    record Written(Scheduling scheduling, boolean isNew) {}

    /**
     * Creates a Scheduling, unless there is the same of that name. 409 if there is another one of that name, also one
     * that is being deleted.
     */
    Written create(ObjectKey key, SchedulingSpec spec);

    /**
     * Creates a Scheduling, or gives the one of that name another spec.
     *
     * @param resourceVersion version that is to be replaced, 412 if it is another one; null replaces any
     */
    Written put(ObjectKey key, SchedulingSpec spec, @Nullable String resourceVersion);

    /**
     * Creates a Scheduling, in place of the one of that name. Where the kind does not allow the change, or the old one
     * is being deleted, the old one is deleted first, and the new one is created when that is gone; a spec that the
     * kind does not allow at all deletes nothing.
     */
    Written replace(ObjectKey key, SchedulingSpec spec);

    /**
     * Deletes a Scheduling.
     *
     * @param resourceVersion version that is to be deleted, 412 if it is another one; null deletes any
     * @return whether there was one
     */
    boolean deleteScheduling(ObjectKey key, @Nullable String resourceVersion);

    /**
     * Replaces the data of a batch job that only the outside scheduler understands. 404 if there is no such job.
     *
     * @param resourceVersion version that is to be replaced, 412 if it is another one; null replaces any
     */
    BatchJob putExternalData(
            ObjectKey key, Map<String, List<Map<String, String>>> data, @Nullable String resourceVersion);
}
