package dev.edgewise.scheduler.slots.view;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;

/** Hears of each change of a testbed, batch job or Scheduling. A call must not wait for anything. */
public interface SlotObjectListener {
    /** The change of an object, with the name that clients of a watch know. */
    enum Action {
        ADDED,
        MODIFIED,
        DELETED
    }

    /** @param testbed as it is now, or as it was before it was deleted */
    void changed(Action action, Testbed testbed);

    /** @param job as it is now, or as it was before it was deleted */
    void changed(Action action, BatchJob job);

    /** @param scheduling as it is now, or as it was before it was deleted */
    void changed(Action action, Scheduling scheduling);
}
