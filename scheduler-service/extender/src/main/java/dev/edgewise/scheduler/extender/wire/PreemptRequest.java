package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.Map;

/**
 * A kube-scheduler's request for {@link ExtenderVerb#PREEMPT}.
 *
 * @param victims by node, in the order in which they were sent
 */
public record PreemptRequest(RequestBody body, RequestPod pod, Map<String, NodeVictims> victims) {}
