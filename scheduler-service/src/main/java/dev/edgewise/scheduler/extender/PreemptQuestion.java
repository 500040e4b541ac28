package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import java.util.Map;

/**
 * What a kube-scheduler asks of {@link Verb#PREEMPT}.
 *
 * @param pod where it stands in the body
 * @param victims by node, in the order in which they were sent
 */
record PreemptQuestion(Body body, Part pod, Map<String, Victims> victims) {}
