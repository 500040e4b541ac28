package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import io.micrometer.core.instrument.Counter;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events of Testbeds, BatchJobs and Schedulings, as {@code kubectl describe} shows them, in their order; decisions do not wait for them. What the API server does
 * not take is counted, and dropped.
 */
final class SlotEvents {
    private static final Logger LOG = LoggerFactory.getLogger(SlotEvents.class);
    private static final String COMPONENT = "edgewise-slots";
    private static final int LONGEST = 1000;
    private static final int LONGEST_NAME = 230;
    private static final int MOST_KNOWN = 2000;
    private static final int MOST_WAITING = 1000;
    private static final int IDLE_SECONDS = 30;

    private final ApiServerClient api;
    private final Clock clock;
    private final String instance;
    private final Counter dropped;
    private final Executor sender;
    private final AtomicLong sequence;
    /** The last warning of each object: the same is not said twice in a row. */
    private final Map<String, String> last = new HashMap<>();

    /**
     * Makes the writer of events.
     *
     * @param instance name of this process
     * @param sender sends them one after the other, or throws {@link RejectedExecutionException} while there are too many
     */
    SlotEvents(ApiServerClient api, Clock clock, String instance, Counter dropped, Executor sender) {
        this.api = api;
        this.clock = clock;
        this.instance = instance;
        this.dropped = dropped;
        this.sender = sender;
        this.sequence = new AtomicLong(clock.millis() * 1_000_000);
    }

    /** Returns a thread that is there while events are sent. */
    static Executor oneThread() {
        ThreadPoolExecutor thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                ConcurrentWrites.daemons("slot-events"));
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    void record(SlotAction.RecordEvent event) {
        write(event.kind(), event.object(), event.warning(), event.reason(), event.message());
    }

    void warn(ObjectKind kind, ObjectMetadata object, String reason, String message) {
        write(kind, object, true, reason, message);
    }

    private void write(ObjectKind kind, ObjectMetadata object, boolean warning, String reason, String message) {
        String text = message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...";
        if (isSameAgain(object, reason + text) && warning) {
            return;
        }
        String json = json(kind, object, warning, reason, text).toString();
        try {
            sender.execute(() -> send(object, json));
        } catch (RejectedExecutionException tooMany) {
            drop(object, "too many events wait");
        }
    }

    private void send(ObjectMetadata object, String json) {
        try {
            ApiResponse reply = api.post("/api/v1/namespaces/" + object.namespace() + "/events", json);
            if (!reply.isSuccess()) {
                drop(object, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            drop(object, String.valueOf(unanswered.getMessage()));
        }
    }

    /** Notes what is said of the object, and returns whether that was the last thing said of it. */
    private synchronized boolean isSameAgain(ObjectMetadata object, String said) {
        if (last.size() > MOST_KNOWN) {
            last.clear();
        }
        return said.equals(last.put(object.uid(), said));
    }

    private ObjectNode json(ObjectKind kind, ObjectMetadata object, boolean warning, String reason, String message) {
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode json = JsonFieldAccess.object();
        json.put("apiVersion", "v1").put("kind", "Event");
        String name = object.name().substring(0, Math.min(object.name().length(), LONGEST_NAME));
        json.putObject("metadata")
                .put("name", name + "." + Long.toHexString(sequence.incrementAndGet()))
                .put("namespace", object.namespace());
        json.putObject("involvedObject")
                .put("apiVersion", SlotWatches.GROUP + "/v1alpha1")
                .put("kind", kind.text())
                .put("namespace", object.namespace())
                .put("name", object.name())
                .put("uid", object.uid());
        json.put("type", warning ? "Warning" : "Normal").put("reason", reason).put("message", message);
        json.put("action", "Scheduling");
        json.putObject("source").put("component", COMPONENT);
        json.put("reportingComponent", COMPONENT).put("reportingInstance", instance);
        json.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
        return json;
    }

    private void drop(ObjectMetadata object, String cause) {
        dropped.increment();
        LOG.debug("An event was dropped; object={} cause={}", object.key(), cause);
    }
}
