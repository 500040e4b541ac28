package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.web.ExternalSchedulerDataReader;
import dev.edgewise.scheduler.slots.web.RequestedJobsReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A batch job as clients of the prototype put it; further fields, such as its state, are ignored.
 *
 * @param externalScheduler the outside scheduler's own data; null removes it
 */
record ExternalJobRequest(
        @Nullable String name,
        @Nullable Map<String, @Nullable List<@Nullable Map<String, @Nullable String>>> externalScheduler) {
    /** @throws InvalidInputException naming field, value and what is allowed */
    ObjectKey key(String namespace) {
        return RequestedJobsReader.key("name", namespace, name);
    }

    /** @throws InvalidInputException naming field, value and what is allowed */
    Map<String, List<Map<String, String>>> data() {
        return ExternalSchedulerDataReader.data(externalScheduler);
    }
}
