package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import dev.edgewise.scheduler.model.PodVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kube-scheduler asks of {@link Verb#FILTER} and {@link Verb#PRIORITIZE}.
 *
 * @param pod where it stands in the body
 * @param version which one it is; null if it does not say so
 * @param names of the nodes
 * @param nodes where each of them stands in the body; empty if only names were sent
 * @param named whether names were sent, or nothing: the answer then has names
 * @param list where the list of names stands in the body; null without one
 */
record Question(
        Body body,
        Part pod,
        @Nullable PodVersion version,
        NameList names,
        List<Part> nodes,
        boolean named,
        @Nullable Part list) {}
