package dev.edgewise.scheduler.slots.view;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The testbeds, batch jobs and Schedulings of all namespaces as this replica's watch knows them. Safe for use by
 * several threads.
 */
public interface SlotObjects {
    /** Returns whether the kinds are read: they are switched on, the API server serves them, and all were listed. */
    boolean isReady();

    /** All testbeds, by namespace and name. */
    List<Testbed> testbeds();

    /** All batch jobs, by namespace and name. */
    List<BatchJob> jobs();

    /** All Schedulings, by namespace and name. */
    List<Scheduling> schedulings();

    /** The Schedulings of one namespace, in any order. */
    List<Scheduling> schedulings(String namespace);

    @Nullable
    Testbed testbed(ObjectKey key);

    @Nullable
    BatchJob job(ObjectKey key);

    @Nullable
    Scheduling scheduling(ObjectKey key);

    /** Calls the listener for each change from now on, one after the other, in the order of the watch. */
    void listen(SlotObjectListener listener);
}
