package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestNames;
import java.time.Instant;

/**
 * An event of a request, which may stand for earlier ones that were never written.
 *
 * @param name of the object: it is the same however often the event is sent
 * @param uid of the request
 * @param cluster that the event is about; empty for the request as a whole
 * @param message of the newest one
 * @param first when the first one happened
 * @param last when the newest one happened
 * @param count how many there are
 */
record RequestEvent(
        String name,
        RequestKey request,
        String uid,
        boolean warning,
        String reason,
        String cluster,
        String message,
        Instant first,
        Instant last,
        int count) {
    private static final String COMPONENT = "edgewise-global";
    private static final int LONGEST_MESSAGE = 1000;

    /** The events that may be one. */
    record Key(String uid, boolean warning, String reason, String cluster) {}

    RequestEvent {
        message = message.isEmpty() ? reason : message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
    }

    Key key() {
        return new Key(uid, warning, reason, cluster);
    }

    /** Returns this event, which counts for an earlier one of the same key as well. */
    RequestEvent after(RequestEvent earlier) {
        return new RequestEvent(
                name, request, uid, warning, reason, cluster, message, earlier.first, last, earlier.count + count);
    }

    /** @param instance name of this process */
    ObjectNode json(String instance) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "Event");
        json.putObject("metadata").put("name", name).put("namespace", request.namespace());
        json.putObject("involvedObject")
                .put("apiVersion", RequestNames.GROUP + "/" + RequestNames.VERSION)
                .put("kind", RequestNames.KIND)
                .put("namespace", request.namespace())
                .put("name", request.name())
                .put("uid", uid);
        json.put("type", warning ? "Warning" : "Normal").put("reason", reason).put("message", message);
        json.put("action", "Scheduling");
        json.putObject("source").put("component", COMPONENT);
        json.put("reportingComponent", COMPONENT).put("reportingInstance", instance);
        json.put("firstTimestamp", first.toString()).put("lastTimestamp", last.toString());
        return json.put("count", count);
    }
}
