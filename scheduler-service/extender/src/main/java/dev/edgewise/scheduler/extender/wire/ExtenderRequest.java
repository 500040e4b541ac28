package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.List;

/**
 * A kube-scheduler's request for {@link ExtenderVerb#FILTER} or {@link ExtenderVerb#PRIORITIZE}.
 *
 * @param names of the nodes
 * @param nodes where each of them stands in the body; empty if only names were sent
 * @param named whether names were sent, or nothing: the answer then has names
 */
public record ExtenderRequest(RequestBody body, RequestPod pod, NodeNames names, List<ByteRange> nodes, boolean named) {
    /** Returns the part of the body that holds those nodes, in the form in which they were sent. */
    public ByteRange part(IndexRange range) {
        int last = range.end() - 1;
        return named
                ? new ByteRange(names.begin(range.first()), names.end(last))
                : new ByteRange(nodes.get(range.first()).from(), nodes.get(last).to());
    }
}
