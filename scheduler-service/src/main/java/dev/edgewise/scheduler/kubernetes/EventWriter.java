package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Json;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.kubernetes.EventMemory.Series;
import dev.edgewise.scheduler.model.Pod;
import io.micrometer.core.instrument.Counter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes events about pods, as {@code kubectl describe pod} shows them. */
final class EventWriter {
    private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);
    private static final int LONGEST_POD_NAME = 230;
    private static final String EVENT =
            "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":%s,\"namespace\":%s},"
                    + "\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"namespace\":%s,\"name\":%s,\"uid\":%s},"
                    + "\"type\":%s,\"reason\":%s,\"action\":%s,\"message\":%s,\"source\":{\"component\":%s},"
                    + "\"reportingComponent\":%s,\"reportingInstance\":%s,"
                    + "\"firstTimestamp\":%s,\"lastTimestamp\":%s,\"count\":1}";
    private static final String AGAIN = "{\"count\":%d,\"lastTimestamp\":%s}";

    private final ApiRequests api;
    private final Retries retries;
    private final Clock clock;
    private final String instance;
    private final Counter dropped;
    private final EventMemory memory = new EventMemory(Duration.ofMinutes(5), Duration.ofSeconds(10), Ticker.system());
    private final AtomicLong sequence;

    /** @param instance name of this process */
    EventWriter(ApiRequests api, Retries retries, Clock clock, String instance, Counter dropped) {
        this.api = api;
        this.retries = retries;
        this.clock = clock;
        this.instance = instance;
        this.dropped = dropped;
        this.sequence = new AtomicLong(clock.millis() * 1_000_000);
    }

    void write(PodEvent event) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Series series = event.warning()
                ? memory.next(event, now, () -> nameFor(event.pod()))
                : new Series(nameFor(event.pod()), now, now, 1);
        if (series == null) {
            return;
        }
        try {
            ApiResponse reply = series.count() == 1 ? create(event, series) : repeat(event, series);
            // 409: an earlier attempt got through although its answer did not.
            if (!reply.isSuccess() && reply.code() != 409) {
                drop(event, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            drop(event, unanswered.getMessage());
        }
    }

    private ApiResponse create(PodEvent event, Series series) throws ApiUnavailableException {
        Pod pod = event.pod();
        String component = pod.spec().schedulerName();
        String json = Json.format(
                EVENT,
                series.name(),
                pod.namespace(),
                pod.namespace(),
                pod.key().name(),
                pod.uid(),
                event.warning() ? "Warning" : "Normal",
                event.reason(),
                event.action(),
                event.message(),
                component,
                component,
                instance,
                series.first().toString(),
                series.written().toString());
        return retries.send(() -> api.post(PodPaths.events(pod.namespace()), json));
    }

    private ApiResponse repeat(PodEvent event, Series series) throws ApiUnavailableException {
        String path = PodPaths.event(event.pod().namespace(), series.name());
        String json =
                String.format(AGAIN, series.count(), Json.quote(series.written().toString()));
        ApiResponse reply = retries.send(() -> api.patch(path, ApiRequests.MERGE_PATCH, json));
        // The API server forgets events after an hour.
        return reply.code() == 404 ? create(event, series) : reply;
    }

    private String nameFor(Pod pod) {
        String name = pod.key().name();
        return name.substring(0, Math.min(name.length(), LONGEST_POD_NAME)) + "."
                + Long.toHexString(sequence.incrementAndGet());
    }

    private void drop(PodEvent event, @Nullable String why) {
        dropped.increment();
        LOG.debug("event dropped pod={} reason={}: {}", event.pod().key(), event.reason(), why);
    }
}
