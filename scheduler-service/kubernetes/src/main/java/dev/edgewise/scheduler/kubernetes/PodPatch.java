package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Patches of a pod's status. They carry its uid: none holds for another pod of its name. */
final class PodPatch {
    private PodPatch() {}

    /** @param node null for none */
    static String nomination(Pod pod, @Nullable String node) {
        ObjectNode patch = of(pod);
        patch.putObject("status").put("nominatedNodeName", node);
        return patch.toString();
    }

    /** @param since when its status changed; null if it did not */
    static String condition(
            Pod pod, String type, String status, String reason, String message, @Nullable Instant since) {
        return of(pod, type, status, reason, message, since).toString();
    }

    /** Returns a patch with the condition, to which more can be added. */
    static ObjectNode of(Pod pod, String type, String status, String reason, String message, @Nullable Instant since) {
        ObjectNode patch = of(pod);
        ObjectNode condition = patch.putObject("status").putArray("conditions").addObject();
        condition.put("type", type).put("status", status).put("reason", reason).put("message", message);
        if (since != null) {
            condition.put(
                    "lastTransitionTime", since.truncatedTo(ChronoUnit.SECONDS).toString());
        }
        return patch;
    }

    /** The status without that condition, for more to be added. */
    static ObjectNode without(Pod pod, String type) {
        ObjectNode patch = of(pod);
        patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", type)
                .put("$patch", "delete");
        return patch;
    }

    private static ObjectNode of(Pod pod) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").put("uid", pod.uid());
        return patch;
    }
}
