package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Scheduling that a caller asks for. Exactly one of queue and slots is set.
 *
 * @param namespace of the Scheduling, its testbed and its jobs
 * @param name of the Scheduling; the same again is the same Scheduling
 * @param testbed name of the testbed
 * @param queue names of jobs; a name that occurs n times asks for n slots
 */
record SchedulingRequest(
        @Nullable String namespace,
        @Nullable String name,
        @Nullable String testbed,
        @Nullable List<@Nullable String> queue,
        RequestedJobsReader.@Nullable Slots slots) {
    /**
     * Returns the request for the Scheduling that the path names.
     *
     * @throws InvalidInputException if the body names another one
     */
    SchedulingRequest in(String pathNamespace, String pathName) {
        requireSame("namespace", namespace, pathNamespace);
        requireSame("name", name, pathName);
        return new SchedulingRequest(pathNamespace, pathName, testbed, queue, slots);
    }

    private static void requireSame(String field, @Nullable String inBody, String inPath) {
        if (inBody != null && !inBody.equals(inPath)) {
            throw new InvalidInputException(field, inBody, inPath + ", as in the path, or left out");
        }
    }

    /** @throws InvalidInputException naming field, value and what is allowed */
    ObjectKey key() {
        return RequestedJobsReader.key("name", namespace, name);
    }

    /** @throws InvalidInputException naming field, value and what is allowed */
    SchedulingSpec spec() {
        String checked = key().namespace();
        return new SchedulingSpec(
                RequestedJobsReader.key("testbed", checked, testbed), RequestedJobsReader.jobs(checked, queue, slots));
    }
}
