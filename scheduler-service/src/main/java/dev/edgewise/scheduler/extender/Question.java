package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import java.util.List;

/**
 * What a kube-scheduler asks of {@link Verb#FILTER} and {@link Verb#PRIORITIZE}.
 *
 * @param pod where it stands in the body
 * @param names of the nodes, in the order in which they were sent
 * @param nodes where each of them stands in the body; empty if only names were sent
 * @param named whether names were sent, or nothing: the answer then has names
 */
record Question(Body body, Part pod, List<String> names, List<Part> nodes, boolean named) {}
