package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.web.RequestedJobsReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Scheduling as clients of the prototype post it; further fields, such as its state, are ignored. Exactly one of
 * queue and slots is set.
 *
 * @param testBed name of the testbed
 */
record ExternalSchedulingRequest(
        @Nullable String name,
        @Nullable String testBed,
        @Nullable List<@Nullable String> queue,
        RequestedJobsReader.@Nullable Slots slots) {
    /** @throws InvalidInputException naming field, value and what is allowed */
    ObjectKey key(String namespace) {
        return RequestedJobsReader.key("name", namespace, name);
    }

    /** @throws InvalidInputException naming field, value and what is allowed */
    SchedulingSpec spec(String namespace) {
        return new SchedulingSpec(
                RequestedJobsReader.key("testBed", namespace, testBed),
                RequestedJobsReader.jobs(namespace, queue, slots));
    }
}
