package dev.edgewise.scheduler.kubernetes.fence;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the events of anchors that were deleted, for people of their namespace. */
final class AnchorConfigMapDeletionEventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(AnchorConfigMapDeletionEventRecorder.class);
    private static final String COMPONENT = "edgewise-fence";

    /** The next step waits for it. */
    private static final Duration MOST = Duration.ofSeconds(1);

    private final ApiServerClient api;
    private final String instance;
    private final Clock clock;
    private final Ticker ticker;

    /** @param instance name of this replica */
    AnchorConfigMapDeletionEventRecorder(ApiServerClient api, String instance, Clock clock, Ticker ticker) {
        this.api = api;
        this.instance = instance;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Writes one event for each anchor while there is time; tells nothing of the others, which the log has. */
    void expired(List<FencedAnchorConfigMap> anchors) {
        long begun = ticker.nanos();
        for (FencedAnchorConfigMap anchor : anchors) {
            if (ticker.since(begun).compareTo(MOST) >= 0) {
                LOG.debug("Events of anchors were dropped, as there was no time left; anchors={}", anchors.size());
                return;
            }
            expired(anchor);
        }
    }

    private void expired(FencedAnchorConfigMap anchor) {
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
    private ObjectNode json(FencedAnchorConfigMap anchor) {
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
