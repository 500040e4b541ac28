package dev.edgewise.scheduler.slots.view;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from the API server: a caller sees what it has just written, and no state that is older than an event.
 * Each method throws what those of {@link SlotObjectWriter} throw.
 */
public interface SlotObjectReader {
    /** The testbeds of a namespace, by name. */
    List<Testbed> testbeds(String namespace);

    /** The batch jobs of a namespace, by name. */
    List<BatchJob> jobs(String namespace);

    /** The Schedulings of a namespace, by name. */
    List<Scheduling> schedulings(String namespace);

    /** Returns the testbed; null if there is none. */
    @Nullable
    Testbed testbed(ObjectKey key);

    /** Returns the batch job; null if there is none. */
    @Nullable
    BatchJob job(ObjectKey key);

    /** Returns the Scheduling; null if there is none. */
    @Nullable
    Scheduling scheduling(ObjectKey key);
}
