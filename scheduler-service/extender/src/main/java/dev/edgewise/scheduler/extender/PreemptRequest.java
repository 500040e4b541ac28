package dev.edgewise.scheduler.extender;

import java.util.Map;

/**
 * A kube-scheduler's request for {@link Verb#PREEMPT}.
 *
 * @param victims by node, in the order in which they were sent
 */
record PreemptRequest(RequestBody body, SentPod pod, Map<String, NodeVictims> victims) {}
