package dev.edgewise.global.decide;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.decide.RequestAction.Apply;
import dev.edgewise.global.decide.RequestAction.Delete;
import dev.edgewise.global.decide.RequestAction.Observe;
import dev.edgewise.global.decide.RequestAction.Release;
import dev.edgewise.global.member.Observation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.OnUnreachable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides about one attempt of one request: from its record and what is seen of it in its cluster. */
final class AttemptDecider {
    private final AttemptProperties settings;
    private final RequestWorld world;
    private final RequestGoal goal;
    private final Attempt attempt;
    private final OnUnreachable onUnreachable;
    private final @Nullable Observation seen;
    private final @Nullable Member member;

    private AttemptDecider(AttemptProperties settings, RequestWorld world, RequestGoal goal, Attempt attempt) {
        this.settings = settings;
        this.world = world;
        this.goal = goal;
        this.attempt = attempt;
        this.onUnreachable = world.request().spec().onUnreachable();
        Observation observation = world.observations().get(attempt.number());
        this.seen = observation == null || observation.at().isBefore(attempt.since()) ? null : observation;
        this.member = world.members().get(attempt.cluster());
    }

    static AttemptStep decide(AttemptProperties settings, RequestWorld world, RequestGoal goal, Attempt attempt) {
        return new AttemptDecider(settings, world, goal, attempt).step();
    }

    private AttemptStep step() {
        if (attempt.phase() == AttemptPhase.CLEANED) {
            return AttemptStep.settled(attempt);
        }
        if (seen != null && seen.answered() && !seen.clusterUid().equals(attempt.clusterUid())) {
            return replaced();
        }
        return switch (attempt.phase()) {
            case TRYING -> trying();
            case READY -> ready();
            case CLEANING -> cleaning();
            case ABANDONED -> abandoned();
            case CLEANED -> AttemptStep.settled(attempt);
        };
    }

    /** Another cluster has the name: objects that look like those of the request there are none of ours, and are left alone. */
    private AttemptStep replaced() {
        Instant believed = attempt.startedAt().plus(settings.replacedAfter());
        if (world.now().isBefore(believed)) {
            return isDue() ? AttemptStep.act(attempt, new Observe(attempt)) : AttemptStep.check(attempt, nextLook());
        }
        return AttemptStep.settled(in(
                AttemptPhase.CLEANED,
                "another cluster answers as " + attempt.cluster() + ": what was in the former one is gone with it"));
    }

    /** Decides about an attempt that is TRYING. Its deadline counts once the cluster was asked after it: an earlier answer does not show the end, and no answer counts as unreachable. */
    private AttemptStep trying() {
        if (goal != RequestGoal.PLACE) {
            return clean("no longer wanted");
        }
        if (seen != null && seen.isReady()) {
            Attempt ready = in(AttemptPhase.READY, "all " + seen.expected() + " objects are ready");
            return seen.fenced() ? AttemptStep.act(ready, new Release(ready)) : AttemptStep.settled(ready);
        }
        boolean isLate = !world.now().isBefore(attempt.deadline());
        if (seen != null && seen.answered() && seen.failed() != null) {
            return clean(seen.failed());
        }
        boolean isSeenLate = seen != null && !seen.at().isBefore(attempt.deadline());
        if (seen != null && seen.answered() && isSeenLate) {
            return clean("not ready within " + world.request().spec().readyWithin() + ": " + seen.pending());
        }
        if (!isReachable() || isSeenLate) {
            return unreachableWhileTrying();
        }
        if (seen == null || isLate) {
            return AttemptStep.act(attempt, isLate ? new Observe(attempt) : new Apply(attempt));
        }
        if (!isDue()) {
            return AttemptStep.check(attempt, earlier(nextLook(), attempt.deadline()));
        }
        boolean isIncomplete = seen.answered() && (!seen.anchor() || seen.objects() < seen.expected());
        return AttemptStep.act(attempt, isIncomplete ? new Apply(attempt) : new Observe(attempt));
    }

    private AttemptStep unreachableWhileTrying() {
        return switch (onUnreachable) {
            case WAIT ->
                isReachable() && isDue()
                        ? AttemptStep.act(attempt, new Observe(attempt))
                        : AttemptStep.awaitCluster(attempt, isReachable() ? nextLook() : slowLook());
            case FENCE -> {
                Attempt fenced = in(AttemptPhase.CLEANING, "the cluster is unreachable: its fence deletes the objects");
                yield AttemptStep.awaitCluster(fenced, earlier(slowLook(), fenceEnd(fenced)));
            }
            case DUPLICATE ->
                AttemptStep.settled(in(AttemptPhase.ABANDONED, "the cluster is unreachable: another one is tried"));
        };
    }

    /** With a fence, the member may have deleted what was ready until it is known that the fence is removed. */
    private AttemptStep ready() {
        if (goal.isNothing()) {
            return clean("no longer wanted");
        }
        boolean isReleased = world.request().status().phase().isFinal();
        boolean isSafe = seen != null && seen.isReady() && !seen.fenced();
        if (onUnreachable != OnUnreachable.FENCE || isReleased || isSafe) {
            return AttemptStep.settled(attempt);
        }
        if (seen != null && seen.isEmpty()) {
            return AttemptStep.settled(in(AttemptPhase.CLEANED, "the cluster's fence has deleted the objects"));
        }
        if (!isReachable()) {
            return AttemptStep.awaitCluster(attempt, slowLook());
        }
        if (!isDue()) {
            return AttemptStep.check(attempt, nextLook());
        }
        // An anchor that is not released is deleted by its fence, and then the next cluster is tried.
        boolean isSeenReady = seen != null && seen.isReady();
        return AttemptStep.act(attempt, isSeenReady ? new Release(attempt) : new Observe(attempt));
    }

    private AttemptStep cleaning() {
        if (seen != null && seen.isEmpty()) {
            return AttemptStep.settled(in(AttemptPhase.CLEANED, attempt.reason()));
        }
        if (isReachable() && (seen == null || seen.answered())) {
            return isDue() ? AttemptStep.act(attempt, new Delete(attempt)) : AttemptStep.check(attempt, nextLook());
        }
        boolean isGivenUp =
                switch (onUnreachable) {
                    case WAIT -> false;
                    case FENCE -> !world.now().isBefore(fenceEnd(attempt));
                    case DUPLICATE -> true;
                };
        if (isGivenUp && !goal.isNothing()) {
            return AttemptStep.settled(in(AttemptPhase.ABANDONED, attempt.reason()));
        }
        if (isReachable() && isDue()) {
            return AttemptStep.act(attempt, new Delete(attempt));
        }
        return AttemptStep.awaitCluster(attempt, isReachable() ? nextLook() : earlierFenceEnd());
    }

    /** The next look at a cluster that is unreachable: its fence ends without an event. */
    private Instant earlierFenceEnd() {
        boolean isFenced = onUnreachable == OnUnreachable.FENCE && world.now().isBefore(fenceEnd(attempt));
        return isFenced ? earlier(slowLook(), fenceEnd(attempt)) : slowLook();
    }

    private AttemptStep abandoned() {
        if (seen != null && seen.isEmpty()) {
            return AttemptStep.settled(in(AttemptPhase.CLEANED, attempt.reason()));
        }
        AttemptStep step;
        if (!isReachable()) {
            step = AttemptStep.awaitCluster(attempt, slowLook());
        } else if (isDue()) {
            step = AttemptStep.act(attempt, new Delete(attempt));
        } else {
            step = AttemptStep.check(attempt, nextLook());
        }
        return goal.isNothing() ? step : step.inBackground();
    }

    private AttemptStep clean(String reason) {
        Attempt cleaning = in(AttemptPhase.CLEANING, reason);
        return isReachable()
                ? AttemptStep.act(cleaning, new Delete(cleaning))
                : AttemptStep.awaitCluster(cleaning, slowLook());
    }

    private Attempt in(AttemptPhase phase, String reason) {
        return attempt.in(phase, reason, world.now());
    }

    private boolean isReachable() {
        return member != null && member.reachable();
    }

    private boolean isDue() {
        return seen == null || !world.now().isBefore(nextLook());
    }

    private Instant nextLook() {
        return (seen == null ? world.now() : seen.at()).plus(settings.observeEvery());
    }

    /** The next look without an event: a cluster that is reachable again is one. */
    private Instant slowLook() {
        return world.now().plus(settings.observeEvery().multipliedBy(10));
    }

    private Instant fenceEnd(Attempt cleaning) {
        return cleaning.since().plus(settings.fence()).plus(settings.fenceMargin());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
