package dev.edgewise.kubernetes.events;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * An event of an object, which may stand for earlier ones that were never written.
 *
 * @param name of the event: it is the same however often the event is sent
 * @param component that reports it
 * @param reason one word in camel case, as {@code kubectl describe} shows it
 * @param detail text that differs between events of one object and reason that must not be joined; may be empty
 * @param message of the newest one
 * @param first when the first one happened
 * @param last when the newest one happened
 * @param count how many there are
 */
public record ObjectEvent(
        String name,
        InvolvedObject involved,
        String component,
        boolean warning,
        String reason,
        String detail,
        String message,
        Instant first,
        Instant last,
        int count) {
    /** The events that may be one. */
    record Key(String uid, boolean warning, String reason, String detail) {}

    /** The object that an event is about. */
    public record InvolvedObject(String apiVersion, String kind, String namespace, String name, String uid) {}

    Key key() {
        return new Key(involved.uid(), warning, reason, detail);
    }

    /** Returns this event, which counts for an earlier one of the same key as well. */
    ObjectEvent after(ObjectEvent earlier) {
        return new ObjectEvent(
                name,
                involved,
                component,
                warning,
                reason,
                detail,
                message,
                earlier.first,
                last,
                earlier.count + count);
    }

    /** @param instance name of this process */
    ObjectNode json(String instance) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "Event");
        json.putObject("metadata").put("name", name).put("namespace", involved.namespace());
        json.putObject("involvedObject")
                .put("apiVersion", involved.apiVersion())
                .put("kind", involved.kind())
                .put("namespace", involved.namespace())
                .put("name", involved.name())
                .put("uid", involved.uid());
        json.put("type", warning ? "Warning" : "Normal").put("reason", reason).put("message", message);
        json.put("action", "Scheduling");
        json.putObject("source").put("component", component);
        json.put("reportingComponent", component).put("reportingInstance", instance);
        json.put("firstTimestamp", first.toString()).put("lastTimestamp", last.toString());
        return json.put("count", count);
    }
}
