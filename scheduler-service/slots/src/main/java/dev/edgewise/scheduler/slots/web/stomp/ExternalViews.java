package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;

/** The JSON records of objects that clients of the prototype know. */
public interface ExternalViews {
    /** The namespace that these clients are served. */
    String namespace();

    Object of(Testbed testbed);

    Object of(BatchJob job);

    Object of(Scheduling scheduling);
}
