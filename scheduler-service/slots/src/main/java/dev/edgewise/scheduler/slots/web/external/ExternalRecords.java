package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.web.stomp.ExternalViews;

/** Makes the records that {@link ExternalInterfaceController} answers with, so that REST and STOMP show one model. */
final class ExternalRecords implements ExternalViews {
    private final String namespace;

    /** @param namespace namespace that is served */
    ExternalRecords(String namespace) {
        this.namespace = namespace;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public Object of(Testbed testbed) {
        return ExternalTestbed.of(testbed);
    }

    @Override
    public Object of(BatchJob job) {
        return ExternalJob.of(job);
    }

    @Override
    public Object of(Scheduling scheduling) {
        return ExternalScheduling.of(scheduling);
    }
}
