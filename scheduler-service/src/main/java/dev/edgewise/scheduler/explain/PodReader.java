package dev.edgewise.scheduler.explain;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.Pod;

/** Reads a Pod as its user writes it or as the API server returns it. */
@FunctionalInterface
interface PodReader {
    /**
     * @throws MalformedJsonException if the text is not JSON
     * @throws InvalidInputException if it is no Pod, or a field of it has a value that is not allowed
     */
    Pod read(String json);
}
