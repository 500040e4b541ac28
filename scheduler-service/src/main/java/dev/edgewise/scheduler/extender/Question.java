package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kube-scheduler asks of {@link Verb#FILTER} and {@link Verb#PRIORITIZE}.
 *
 * @param names of the nodes
 * @param nodes where each of them stands in the body; empty if only names were sent
 * @param named whether names were sent, or nothing: the answer then has names
 * @param list where the list of names stands in the body; null without one
 */
record Question(Body body, SentPod pod, NameList names, List<Part> nodes, boolean named, @Nullable Part list) {}
