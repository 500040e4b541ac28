package dev.edgewise.global.callback;

import dev.edgewise.common.Backoff;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the callbacks that are due, and records how far they are. What was delivered and could not be recorded is
 * recorded by the next step, without another delivery; after a restart in between it is delivered once more, with the
 * same id.
 */
final class CallbackDeliveries {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackDeliveries.class);
    private static final int LONGEST_MESSAGE = 300;

    private final RequestStore store;
    private final CallbackProgressStore records;
    private final CallbackSender sender;
    private final CallbackProperties properties;
    private final Backoff backoff;
    private final NamespaceFairExecutor turns;
    private final Clock clock;
    private final Counter delivered;
    private final Counter failed;
    private final Counter givenUp;
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    /**
     * The states that could not be recorded yet, by the uid of their request; also of requests that other replicas have
     * taken over since.
     */
    private final Map<String, CallbackState> unrecorded = new ConcurrentHashMap<>();

    CallbackDeliveries(
            RequestStore store,
            CallbackProgressStore records,
            CallbackSender sender,
            CallbackProperties properties,
            NamespaceFairExecutor turns,
            Clock clock,
            MeterRegistry meters) {
        this.store = store;
        this.records = records;
        this.sender = sender;
        this.properties = properties;
        this.backoff = new Backoff(properties.firstRetry(), CallbackProperties.LONGEST_RETRY);
        this.turns = turns;
        this.clock = clock;
        this.delivered = counter(meters, "delivered");
        this.failed = counter(meters, "failed");
        this.givenUp = counter(meters, "given-up");
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("edgewise.global.callbacks")
                .description("Deliveries of callbacks by their outcome")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Begins all deliveries that are due. */
    void step() {
        if (!store.isSynced()) {
            return;
        }
        unrecorded.keySet().retainAll(store.requestsByUid().keySet());
        for (GlobalRequest request : store.requests()) {
            if (request.spec().callback() != null && request.status().phase().isFinal()) {
                begin(request);
            }
        }
    }

    private void begin(GlobalRequest request) {
        if ((toRecord(request) != null || isDue(request)) && records.isMine(request) && running.add(request.uid())) {
            String namespace = request.key().namespace();
            if (!turns.offer(namespace, () -> deliver(request.key(), request.uid()))) {
                running.remove(request.uid());
            }
        }
    }

    /**
     * Returns the state that is still to be recorded; null if there is none, or it is outdated by what another replica
     * recorded meanwhile.
     */
    private @Nullable CallbackState toRecord(GlobalRequest request) {
        CallbackState state = unrecorded.get(request.uid());
        if (state != null && !isNews(state, state(request))) {
            unrecorded.remove(request.uid(), state);
            return null;
        }
        return state;
    }

    /**
     * Returns whether the state is of the same end as the recorded one and says more. A delivery does, however often
     * other replicas have tried in vain.
     */
    private static boolean isNews(CallbackState state, CallbackState recorded) {
        return state.id().equals(recorded.id())
                && !recorded.delivered()
                && (state.delivered() || state.attempts() > recorded.attempts());
    }

    private boolean isDue(GlobalRequest request) {
        Instant next = state(request).next();
        return !state(request).isOver() && next != null && !next.isAfter(clock.instant());
    }

    /**
     * Returns what is recorded for this end of the request; due at once if there is nothing, or what is there is of an
     * earlier end.
     */
    private CallbackState state(GlobalRequest request) {
        CallbackState recorded = records.read(request);
        String id = CloudEvent.id(request);
        return recorded != null && recorded.id().equals(id)
                ? recorded
                : new CallbackState(id, 0, Instant.EPOCH, false, "");
    }

    private void deliver(RequestKey key, String uid) {
        try {
            GlobalRequest request = store.request(key);
            if (request == null || !request.uid().equals(uid)) {
                unrecorded.remove(uid);
                return;
            }
            Callback callback = request.spec().callback();
            CallbackState known = toRecord(request);
            if (known != null) {
                record(request, known);
            } else if (callback != null && isDue(request)) {
                record(request, attempt(request, callback));
            }
        } finally {
            running.remove(uid);
        }
    }

    private void record(GlobalRequest request, CallbackState state) {
        if (records.write(request, state)) {
            unrecorded.remove(request.uid());
        } else {
            unrecorded.put(request.uid(), state);
        }
    }

    private CallbackState attempt(GlobalRequest request, Callback callback) {
        CallbackState before = state(request);
        int attempts = before.attempts() + 1;
        try {
            CallbackSender.Reply reply = sender.send(request, callback);
            if (reply.isAccepted()) {
                delivered.increment();
                return new CallbackState(before.id(), attempts, null, true, "");
            }
            return failure(request, before.id(), attempts, "the answer was " + reply.code(), reply.isFinal());
        } catch (CallbackTargets.RefusedTargetException refused) {
            return failure(request, before.id(), attempts, String.valueOf(refused.getMessage()), true);
        } catch (IOException | RuntimeException unanswered) {
            LOG.debug("A callback was not delivered; request={}", request.key(), unanswered);
            return failure(request, before.id(), attempts, kind(unanswered), false);
        }
    }

    /**
     * Returns the kind of a failure: its own text may show an address of the private network, or the certificate of a
     * machine in it.
     */
    private static String kind(Exception failed) {
        if (failed instanceof UndeliverableException said) {
            return String.valueOf(said.getMessage());
        }
        if (failed instanceof SocketTimeoutException) {
            return "there was no answer in time";
        }
        if (failed instanceof SSLException) {
            return "TLS failed: the certificate must be valid for the host of callback.url";
        }
        return failed instanceof IOException ? "there was no answer" : "it could not be sent";
    }

    private CallbackState failure(GlobalRequest request, String id, int attempts, String message, boolean isFinal) {
        boolean isLast = isFinal || attempts >= properties.attempts();
        (isLast ? givenUp : failed).increment();
        if (isLast) {
            LOG.warn("A callback was given up; request={} attempts={} cause={}", request.key(), attempts, message);
        }
        Instant next = isLast ? null : clock.instant().plus(backoff.after(attempts));
        String shown = message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE);
        return new CallbackState(id, attempts, next, false, shown);
    }
}
