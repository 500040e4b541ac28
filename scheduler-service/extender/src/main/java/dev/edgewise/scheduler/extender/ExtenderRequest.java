package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.RequestBody.Part;
import java.util.List;

/**
 * A kube-scheduler's request for {@link Verb#FILTER} or {@link Verb#PRIORITIZE}.
 *
 * @param names of the nodes
 * @param nodes where each of them stands in the body; empty if only names were sent
 * @param named whether names were sent, or nothing: the answer then has names
 */
record ExtenderRequest(RequestBody body, SentPod pod, NodeNames names, List<Part> nodes, boolean named) {
    /** Returns the part of the body that holds those nodes, in the form in which they were sent. */
    Part part(IndexRange run) {
        int last = run.end() - 1;
        return named
                ? new Part(names.begin(run.first()), names.end(last))
                : new Part(nodes.get(run.first()).from(), nodes.get(last).to());
    }
}
