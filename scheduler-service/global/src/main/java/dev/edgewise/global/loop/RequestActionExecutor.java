package dev.edgewise.global.loop;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.decide.RequestAction;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import dev.edgewise.global.remote.MemberRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what was decided: each action on the threads of its cluster, so that a slow one holds up no other. */
final class RequestActionExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(RequestActionExecutor.class);

    private final MemberClusters members;
    private final MemberRegistry registry;
    private final Executor askers;
    private final Duration bidsWithin;
    private final Clock clock;

    /** @param askers threads that ask for bids */
    RequestActionExecutor(
            MemberClusters members, MemberRegistry registry, Executor askers, Duration bidsWithin, Clock clock) {
        this.members = members;
        this.registry = registry;
        this.askers = askers;
        this.bidsWithin = bidsWithin;
        this.clock = clock;
    }

    private interface Look {
        AttemptObservation at(GlobalRequest request, Attempt attempt);
    }

    /** Takes whether an action has brought something, or has failed. */
    interface Outcome {
        void ended(boolean isDone);
    }

    /** Begins an action, unless one for the same attempt or level is being done. */
    void start(GlobalRequest request, RequestWorkState work, RequestAction action, Outcome outcome) {
        if (action instanceof RequestAction.AskForBids ask) {
            ask(request, work, ask, outcome);
        } else if (action instanceof RequestAction.Apply apply) {
            look(request, work, apply.attempt(), members::apply, outcome);
        } else if (action instanceof RequestAction.Observe observe) {
            look(request, work, observe.attempt(), members::observe, outcome);
        } else if (action instanceof RequestAction.Release release) {
            look(request, work, release.attempt(), members::release, outcome);
        } else if (action instanceof RequestAction.Delete delete) {
            look(request, work, delete.attempt(), members::delete, outcome);
        }
    }

    private void ask(GlobalRequest request, RequestWorkState work, RequestAction.AskForBids ask, Outcome outcome) {
        run(askers, work, -1 - ask.level(), request, outcome, () -> {
            List<Bid> bids = members.bids(request, ask.clusters(), bidsWithin);
            // From now on: bids that take long to make would otherwise be over when they are there, and be asked for
            // again without end.
            work.answered(request.status(), new LevelBids(ask.level(), clock.instant(), bids));
        });
    }

    private void look(GlobalRequest request, RequestWorkState work, Attempt attempt, Look look, Outcome outcome) {
        // What is not renewed in time is deleted, so it does not wait for other attempts, such as many that are
        // cleaned.
        boolean isHeld = attempt.phase() == AttemptPhase.TRYING || attempt.phase() == AttemptPhase.READY;
        boolean isFenced = isHeld && request.spec().onUnreachable() == OnUnreachable.FENCE;
        Executor threads = isFenced ? registry.fencedExecutor(attempt.cluster()) : registry.executor(attempt.cluster());
        Executor used = threads == null ? askers : threads;
        run(used, work, attempt.number(), request, outcome, () -> work.seen(attempt, look.at(request, attempt)));
    }

    private static void run(
            Executor threads, RequestWorkState work, int what, GlobalRequest request, Outcome outcome, Runnable task) {
        if (!work.begin(what)) {
            return;
        }
        try {
            threads.execute(() -> {
                boolean isDone = false;
                try {
                    task.run();
                    isDone = true;
                } catch (BusyException unanswered) {
                    LOG.debug("An action cannot be carried out now; request={}", request.key(), unanswered);
                } catch (RuntimeException failed) {
                    LOG.error("An action cannot be carried out, trying again; request={}", request.key(), failed);
                } finally {
                    work.end(what);
                    outcome.ended(isDone);
                }
            });
        } catch (RejectedExecutionException closed) {
            // The member was replaced or the service stops: the next decision finds its threads.
            work.end(what);
            outcome.ended(false);
        }
    }
}
