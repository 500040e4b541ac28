package dev.edgewise.scheduler.kubernetes.fence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the events of anchors that were deleted, for people of their namespace. */
final class AnchorEvents {
    private static final Logger LOG = LoggerFactory.getLogger(AnchorEvents.class);
    private static final String COMPONENT = "edgewise-fence";

    private final ApiRequests api;
    private final String instance;
    private final Clock clock;

    /** @param instance name of this replica */
    AnchorEvents(ApiRequests api, String instance, Clock clock) {
        this.api = api;
        this.instance = instance;
        this.clock = clock;
    }

    void expired(FencedAnchor anchor) {
        try {
            ApiResponse reply = api.post(
                    "/api/v1/namespaces/" + anchor.namespace() + "/events",
                    json(anchor).toString());
            if (!reply.isSuccess()) {
                LOG.debug("An event was dropped; anchor={} cause={}", anchor.name(), reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            LOG.debug("An event was dropped; anchor={}", anchor.name(), unanswered);
        }
    }

    /** An anchor expires once, so its uid is a name that no other event has. */
    private ObjectNode json(FencedAnchor anchor) {
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "Event");
        json.putObject("metadata").put("name", "fence." + anchor.uid()).put("namespace", anchor.namespace());
        json.putObject("involvedObject")
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("namespace", anchor.namespace())
                .put("name", anchor.name())
                .put("uid", anchor.uid());
        json.put("type", "Warning")
                .put("reason", "NotRenewed")
                .put(
                        "message",
                        "its management cluster has not renewed it until " + anchor.expires()
                                + ": it is deleted with all objects that it owns");
        json.put("action", "Fencing").putObject("source").put("component", COMPONENT);
        json.put("reportingComponent", COMPONENT).put("reportingInstance", instance);
        return json.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
    }
}
