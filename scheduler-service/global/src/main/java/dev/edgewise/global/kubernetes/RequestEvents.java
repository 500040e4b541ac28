package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestNames;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.micrometer.core.instrument.Counter;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events of requests, as {@code kubectl describe} shows them: one for each attempt whose objects are deleted or left behind, and one for the end of the
 * request. They are warnings where work has failed, or where objects may be left in a cluster.
 */
public final class RequestEvents {
    private static final Logger LOG = LoggerFactory.getLogger(RequestEvents.class);
    private static final String COMPONENT = "edgewise-global";
    private static final int LONGEST = 1000;
    private static final Set<AttemptPhase> PHASES_WITH_EVENT =
            EnumSet.of(AttemptPhase.CLEANING, AttemptPhase.ABANDONED, AttemptPhase.FORGOTTEN);

    private final ApiRequests api;
    private final Clock clock;
    private final String instance;
    private final Counter dropped;
    private final AtomicLong sequence;

    /** @param instance name of this process */
    RequestEvents(ApiRequests api, Clock clock, String instance, Counter dropped) {
        this.api = api;
        this.clock = clock;
        this.instance = instance;
        this.dropped = dropped;
        this.sequence = new AtomicLong(clock.millis() * 1_000_000);
    }

    /** Writes what has changed from one record to the next. */
    public void changed(GlobalRequest before, RequestStatus after) {
        for (Attempt attempt : after.attempts()) {
            AttemptPhase phase = before.status().attempts().stream()
                    .filter(each -> each.number() == attempt.number())
                    .map(Attempt::phase)
                    .findFirst()
                    .orElse(null);
            if (PHASES_WITH_EVENT.contains(attempt.phase()) && phase != attempt.phase()) {
                write(before, attempt);
            }
        }
        RequestPhase phase = after.phase();
        if (phase.isFinal() && phase != before.status().phase()) {
            write(before, phase == RequestPhase.FAILED || isLeftBehind(after), EnumText.of(phase), after.message());
        }
    }

    private static boolean isLeftBehind(RequestStatus status) {
        return status.attempts().stream().anyMatch(attempt -> attempt.phase() == AttemptPhase.FORGOTTEN);
    }

    /** Deleting what was made is what a cancellation or a deletion asks for; else the attempt has failed. */
    private void write(GlobalRequest request, Attempt attempt) {
        boolean isAskedFor = request.deleting() || request.spec().cancelled();
        write(
                request,
                attempt.phase() != AttemptPhase.CLEANING || !isAskedFor,
                EnumText.of(attempt.phase()),
                "cluster " + attempt.cluster() + ", attempt " + attempt.number() + ": " + attempt.reason());
    }

    private void write(GlobalRequest request, boolean isWarning, String reason, String message) {
        try {
            ApiResponse reply = api.post(
                    "/api/v1/namespaces/" + request.key().namespace() + "/events",
                    json(request, isWarning, reason, message).toString());
            if (!reply.isSuccess()) {
                drop(request, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            drop(request, String.valueOf(unanswered.getMessage()));
        }
    }

    private ObjectNode json(GlobalRequest request, boolean isWarning, String reason, String message) {
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        String text = message.isEmpty() ? reason : message.substring(0, Math.min(message.length(), LONGEST));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "Event");
        json.putObject("metadata")
                .put("name", request.key().name() + "." + Long.toHexString(sequence.incrementAndGet()))
                .put("namespace", request.key().namespace());
        json.putObject("involvedObject")
                .put("apiVersion", RequestNames.GROUP + "/" + RequestNames.VERSION)
                .put("kind", RequestNames.KIND)
                .put("namespace", request.key().namespace())
                .put("name", request.key().name())
                .put("uid", request.uid());
        json.put("type", isWarning ? "Warning" : "Normal").put("reason", reason).put("message", text);
        json.put("action", "Scheduling");
        json.putObject("source").put("component", COMPONENT);
        json.put("reportingComponent", COMPONENT).put("reportingInstance", instance);
        return json.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
    }

    private void drop(GlobalRequest request, String cause) {
        dropped.increment();
        LOG.debug("An event was dropped; request={} cause={}", request.key(), cause);
    }
}
