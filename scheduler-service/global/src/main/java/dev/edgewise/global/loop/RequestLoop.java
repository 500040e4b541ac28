package dev.edgewise.global.loop;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.adaptive.AdaptivePolicy;
import dev.edgewise.global.decide.NextRequestStep;
import dev.edgewise.global.decide.RequestAction;
import dev.edgewise.global.decide.RequestDecider;
import dev.edgewise.global.decide.RequestDecisionInput;
import dev.edgewise.global.kubernetes.RecordRefusedException;
import dev.edgewise.global.kubernetes.RequestWriter;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.queue.RequestQueues;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.global.view.RequestListener;
import dev.edgewise.global.view.RequestStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about the requests of this replica. One thread at a time decides about a request; the record is written
 * before anything is done, and if that write is refused, nothing is done.
 */
final class RequestLoop implements RequestListener {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLoop.class);
    /** The time until it is looked again whether the members of a request were asked. */
    private static final Duration UNTIL_ASKED = Duration.ofMillis(500);

    private static final Duration FIRST_RETRY = Duration.ofMillis(200);
    private static final Backoff REST = new Backoff(FIRST_RETRY, Duration.ofSeconds(10));
    /** The pauses after refusals, most of which do not end until someone changes something. */
    private static final Backoff REFUSED = new Backoff(FIRST_RETRY, Duration.ofMinutes(5));

    private final RequestStore store;
    private final RequestWriter writer;
    private final RequestDecider decider;
    private final AdaptivePolicy adaptive;
    private final RequestQueues queues;
    private final MemberClusters members;
    private final RequestActionExecutor actions;
    private final LiveReplicas replicas;
    private final RequestDecisionMetrics metrics;
    private final Executor workers;
    private final Clock clock;
    private final Ticker ticker;
    private final Map<RequestKey, RequestWorkState> works = new ConcurrentHashMap<>();
    private final AtomicBoolean membersChanged = new AtomicBoolean();
    private volatile Set<String> live = Set.of();

    RequestLoop(
            RequestStore store,
            RequestWriter writer,
            RequestDecider decider,
            AdaptivePolicy adaptive,
            RequestQueues queues,
            MemberClusters members,
            RequestActionExecutor actions,
            LiveReplicas replicas,
            RequestDecisionMetrics metrics,
            Executor workers,
            Clock clock,
            Ticker ticker) {
        this.store = store;
        this.writer = writer;
        this.decider = decider;
        this.adaptive = adaptive;
        this.queues = queues;
        this.members = members;
        this.actions = actions;
        this.replicas = replicas;
        this.metrics = metrics;
        this.workers = workers;
        this.clock = clock;
        this.ticker = ticker;
    }

    @Override
    public void changed(GlobalRequest request) {
        if (isActive() && isMine(request)) {
            queues.update(request);
            mark(request.key());
        }
    }

    @Override
    public void deleted(GlobalRequest last) {
        forget(last.key());
    }

    /** Lets all requests be decided about soon: a member has become reachable, or is another cluster. */
    void memberChanged() {
        membersChanged.set(true);
    }

    /** Looks for what is due. To be called many times a second. */
    void step() {
        if (!store.isSynced() || !replicas.isLive()) {
            giveUpAll();
            return;
        }
        Set<String> now = replicas.live();
        if (!now.equals(live)) {
            LOG.info("Requests are shared by other replicas now; replicas={}", now);
            live = now;
            shareOut();
        }
        if (membersChanged.compareAndSet(true, false)) {
            works.keySet().forEach(this::mark);
        }
        Instant at = clock.instant();
        works.forEach((key, work) -> {
            if (work.takeDue(at)) {
                mark(key);
            }
        });
        for (List<RequestKey> next = queues.dispatch(at); !next.isEmpty(); next = queues.dispatch(at)) {
            next.forEach(this::mark);
        }
    }

    /** Another replica may have taken over: what is under way is refused when it is written. */
    private void giveUpAll() {
        if (!live.isEmpty()) {
            LOG.warn("This replica decides about no request until its Lease is renewed; lease={}", replicas.own());
            live = Set.of();
            List.copyOf(works.keySet()).forEach(this::forget);
        }
    }

    private void shareOut() {
        for (GlobalRequest request : store.requests()) {
            if (isMine(request)) {
                queues.update(request);
                mark(request.key());
            } else {
                forget(request.key());
            }
        }
    }

    private boolean isActive() {
        return !live.isEmpty();
    }

    private boolean isMine(GlobalRequest request) {
        return replicas.isMine(request.uid());
    }

    private void forget(RequestKey key) {
        works.remove(key);
        queues.remove(key);
    }

    private void mark(RequestKey key) {
        RequestWorkState work = works.computeIfAbsent(key, none -> new RequestWorkState(ticker));
        if (work.request()) {
            try {
                workers.execute(() -> run(key, work));
            } catch (RejectedExecutionException stopping) {
                work.again();
            }
        }
    }

    private void run(RequestKey key, RequestWorkState work) {
        do {
            try {
                if (works.get(key) == work) {
                    decide(key, work);
                }
            } catch (BusyException unanswered) {
                LOG.debug("The API server does not answer, trying again; request={}", key, unanswered);
                retry(work);
            } catch (RecordRefusedException refused) {
                LOG.debug("The API server refuses a record, trying again; request={}", key, refused);
                work.plan(clock.instant().plus(REFUSED.after(work.failed())));
            } catch (RuntimeException unexpected) {
                LOG.error("A request cannot be decided about, trying again; request={}", key, unexpected);
                retry(work);
            }
        } while (work.again());
    }

    private void decide(RequestKey key, RequestWorkState work) {
        GlobalRequest request = store.request(key);
        if (request == null) {
            forget(key);
            // One of the same name may have been created before it was forgotten.
            GlobalRequest next = store.request(key);
            if (next != null) {
                changed(next);
            }
        } else if (replicas.isLive() && isMine(request)) {
            decide(request, work);
        }
    }

    private void retry(RequestWorkState work) {
        work.plan(clock.instant().plus(REST.after(work.failed())));
    }

    private void decide(GlobalRequest known, RequestWorkState work) {
        if (!members.areAsked(known.spec().clusters().names())) {
            work.plan(clock.instant().plus(UNTIL_ASKED));
            return;
        }
        GlobalRequest request = withFinalizer(known);
        if (request == null) {
            retry(work);
            return;
        }
        work.know(request.status());
        RequestDecisionInput input = new RequestDecisionInput(
                request,
                queues.isDispatched(request.key()),
                members.members(request.clusters()),
                members.forgotten(),
                work.observations(),
                work.ages(),
                work.bids(),
                clock.instant());
        NextRequestStep decision = metrics.timed(() -> decider.decide(adaptive.prepare(input)));
        RequestStatus status = decision.status();
        GlobalRequest written = request;
        if (!status.equals(request.status())) {
            written = writer.writeStatus(request, status);
            if (written == null) {
                // The newer version is on its way, and is decided about then.
                retry(work);
                return;
            }
            metrics.written(request, status);
            adaptive.written(request, status);
        }
        carryOut(written, work, decision);
    }

    private void carryOut(GlobalRequest request, RequestWorkState work, NextRequestStep decision) {
        if (decision.requeue()) {
            work.clearBids();
        }
        queues.setPlace(request.key(), decision.holdsPlace());
        work.plan(decision.nextCheck());
        if (decision.actions().isEmpty()) {
            work.succeeded();
        }
        for (RequestAction action : decision.actions()) {
            if (action instanceof RequestAction.DropFinalizer) {
                writer.dropFinalizer(request);
            } else {
                actions.start(request, work, action, isDone -> {
                    if (isDone) {
                        work.succeeded();
                        mark(request.key());
                    } else {
                        retry(work);
                    }
                });
            }
        }
    }

    /** Returns the request with the finalizer, as soon as it may have objects; null if it has changed meanwhile. */
    private @Nullable GlobalRequest withFinalizer(GlobalRequest request) {
        boolean isNeeded = !request.deleting()
                && !request.status().phase().isFinal()
                && request.problem() == null
                && !writer.hasFinalizer(request);
        return isNeeded ? writer.addFinalizer(request) : request;
    }
}
