package dev.edgewise.kubernetes.events;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.events.EventCorrelator.Series;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.micrometer.core.instrument.Counter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes events about pods, as {@code kubectl describe pod} shows them. */
public final class PodEventWriter {
    private static final Logger LOG = LoggerFactory.getLogger(PodEventWriter.class);
    private static final int LONGEST_POD_NAME = 230;

    private final ApiServerClient api;
    private final Retries retries;
    private final Clock clock;
    private final String instance;
    private final Counter dropped;
    private final EventCorrelator memory =
            new EventCorrelator(Duration.ofMinutes(5), Duration.ofSeconds(10), Ticker.system());
    private final AtomicLong sequence;

    /** @param instance name of this process */
    public PodEventWriter(ApiServerClient api, Retries retries, Clock clock, String instance, Counter dropped) {
        this.api = api;
        this.retries = retries;
        this.clock = clock;
        this.instance = instance;
        this.dropped = dropped;
        this.sequence = new AtomicLong(clock.millis() * 1_000_000);
    }

    /** Writes it now; what the API server does not take is counted, and dropped. */
    public void write(PodEvent event) {
        write(event, () -> "");
    }

    /**
     * Writes it now, with more in its message than tells one problem from another.
     *
     * @param more is asked only if an event is created
     */
    public void write(PodEvent event, Supplier<String> more) {
        Instant now = now();
        Series series = event.warning() ? memory.next(event, now, () -> nameFor(event)) : first(event, now);
        if (series != null) {
            write(event, series, more);
        }
    }

    /** Writes it now, whatever was written about that pod before. */
    public void writeNew(PodEvent event) {
        write(event, first(event, now()), () -> "");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    private Series first(PodEvent event, Instant now) {
        return new Series(nameFor(event), now, now, 1);
    }

    private void write(PodEvent event, Series series, Supplier<String> more) {
        try {
            ApiResponse reply = series.count() == 1 ? create(event, series, more) : repeat(event, series, more);
            // 409: an earlier attempt got through although its answer did not.
            if (!reply.isSuccess() && reply.code() != 409) {
                drop(event, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            drop(event, unanswered.getMessage());
        }
    }

    private ApiResponse create(PodEvent event, Series series, Supplier<String> more) throws ApiUnavailableException {
        String json = json(event.adding(more.get()), series);
        return retries.send(() -> api.post(events(event), json));
    }

    private String json(PodEvent event, Series series) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "Event");
        json.putObject("metadata").put("name", series.name()).put("namespace", event.namespace());
        ObjectNode involved = json.putObject("involvedObject");
        involved.put("apiVersion", "v1").put("kind", "Pod").put("uid", event.uid());
        involved.put("namespace", event.namespace()).put("name", event.name());
        if (event.node() != null) {
            json.putObject("related")
                    .put("apiVersion", "v1")
                    .put("kind", "Node")
                    .put("name", event.node());
        }
        json.put("type", event.warning() ? "Warning" : "Normal").put("reason", event.reason());
        json.put("action", event.action()).put("message", event.message());
        json.putObject("source").put("component", event.component());
        json.put("reportingComponent", event.component()).put("reportingInstance", instance);
        json.put("firstTimestamp", series.first().toString());
        return counted(json, series);
    }

    private static String counted(ObjectNode json, Series series) {
        return json.put("lastTimestamp", series.written().toString())
                .put("count", series.count())
                .toString();
    }

    private ApiResponse repeat(PodEvent event, Series series, Supplier<String> more) throws ApiUnavailableException {
        String path = events(event) + "/" + series.name();
        String json = counted(JsonNodeFactory.instance.objectNode(), series);
        ApiResponse reply = retries.send(() -> api.patch(path, ApiServerClient.MERGE_PATCH, json));
        // The API server forgets events after an hour.
        return reply.code() == 404 ? create(event, series, more) : reply;
    }

    private static String events(PodEvent event) {
        return "/api/v1/namespaces/" + event.namespace() + "/events";
    }

    private String nameFor(PodEvent event) {
        String name = event.name();
        return name.substring(0, Math.min(name.length(), LONGEST_POD_NAME)) + "."
                + Long.toHexString(sequence.incrementAndGet());
    }

    private void drop(PodEvent event, @Nullable String why) {
        dropped.increment();
        LOG.debug(
                "An event was dropped; pod={} reason={} cause={}",
                event.namespace() + "/" + event.name(),
                event.reason(),
                why);
    }
}
