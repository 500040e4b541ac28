package dev.edgewise.global.decide;

import static dev.edgewise.global.decide.AttemptDueTimes.earlier;

import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.decide.RequestAction.Apply;
import dev.edgewise.global.decide.RequestAction.Delete;
import dev.edgewise.global.decide.RequestAction.Observe;
import dev.edgewise.global.decide.RequestAction.Release;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.OnUnreachable;
import org.jspecify.annotations.Nullable;

/** Decides about one attempt of one request: from its record and what is seen of it in its cluster. */
final class AttemptDecider {
    private final AttemptProperties settings;
    private final RequestDecisionInput input;
    private final RequestTargetState goal;
    private final OnUnreachable onUnreachable;
    private final @Nullable Member member;
    private final AttemptAge age;
    /** Whether another cluster answers under the name: nothing that it says is of this attempt. */
    private final boolean isOther;

    private final boolean isReplaced;
    private final Attempt attempt;
    private final @Nullable AttemptObservation seen;
    private final AttemptDueTimes times;

    private AttemptDecider(
            AttemptProperties settings, RequestDecisionInput input, RequestTargetState goal, Attempt attempt) {
        this.settings = settings;
        this.input = input;
        this.goal = goal;
        this.onUnreachable = input.request().spec().onUnreachable();
        this.member = input.members().get(attempt.cluster());
        this.age = input.ages().getOrDefault(attempt.number(), AttemptAge.NEW);
        AttemptObservation last = input.observations().get(attempt.number());
        boolean isOwnMember = member != null && member.uid().equals(attempt.clusterUid());
        this.isOther = last != null && last.answered() && !last.clusterUid().equals(attempt.clusterUid());
        this.isReplaced = isOther && !isOwnMember && times(attempt, last).isReplaced();
        this.attempt = known(attempt, last, isOther, isReplaced);
        this.seen = isOther ? null : last;
        this.times = times(this.attempt, isOther ? last : seen);
    }

    private AttemptDueTimes times(Attempt of, @Nullable AttemptObservation last) {
        return new AttemptDueTimes(settings, input.now(), of, age, last);
    }

    /** Returns the attempt with the cluster that answers in place of its own. */
    private static Attempt known(
            Attempt attempt, @Nullable AttemptObservation last, boolean isOther, boolean isReplaced) {
        if (last == null || !last.answered() || attempt.phase().isOver()) {
            return attempt;
        }
        if (isOther) {
            return isReplaced ? attempt.replacedBy(last.clusterUid()) : attempt;
        }
        Attempt own = attempt.replacedBy("");
        // The hash of what is being deleted is known as long as the anchor is there only.
        return own.phase() == AttemptPhase.CLEANING ? own.applying(last.manifests()) : own;
    }

    static AttemptStep decide(
            AttemptProperties settings, RequestDecisionInput input, RequestTargetState goal, Attempt attempt) {
        return new AttemptDecider(settings, input, goal, attempt).step();
    }

    private AttemptStep step() {
        boolean isWanted = attempt.phase() == AttemptPhase.READY && !goal.isNothing();
        if (!isWanted && !attempt.phase().isOver() && input.forgotten().has(attempt.cluster(), attempt.clusterUid())) {
            return forgotten();
        }
        AttemptStep step = isOther && !isReplaced && !isWanted ? other() : inPhase();
        boolean isSilent = isOther || seen != null && !seen.answered();
        boolean isIdle = isSilent || isDeleting() && times.isSlow();
        return isIdle && !step.isSettled() ? step.withoutPlace() : step;
    }

    private AttemptStep inPhase() {
        return switch (attempt.phase()) {
            case TRYING -> trying();
            case READY -> ready();
            case CLEANING -> cleaning();
            case ABANDONED -> abandoned();
            case CLEANED, FORGOTTEN -> AttemptStep.settled(attempt);
        };
    }

    private AttemptStep forgotten() {
        return AttemptStep.settled(in(
                AttemptPhase.FORGOTTEN,
                "what was made in cluster " + attempt.cluster() + " with uid " + attempt.clusterUid()
                        + " is left behind, as an operator has marked the cluster as forgotten"));
    }

    /**
     * Another cluster has the name: objects that look like those of the request there are none of ours, and are left
     * alone. The own list may be old, too.
     */
    private AttemptStep other() {
        AttemptStep step = times.isDue()
                ? AttemptStep.act(attempt, isDeleting() ? new Delete(attempt) : new Observe(attempt))
                : AttemptStep.check(attempt, earlier(times.nextLook(), times.replacedAt()));
        return attempt.phase() == AttemptPhase.ABANDONED && !goal.isNothing() ? step.inBackground() : step;
    }

    /**
     * Decides about an attempt that is TRYING. Its deadline counts once the cluster was asked after it: an earlier
     * answer does not show the end, and no answer counts as unreachable.
     */
    private AttemptStep trying() {
        if (goal != RequestTargetState.PLACE) {
            return clean("no longer wanted");
        }
        if (seen != null && seen.isReady()) {
            Attempt ready = in(AttemptPhase.READY, "all " + seen.expected() + " objects are ready");
            return seen.fenced() ? AttemptStep.act(ready, new Release(ready)) : AttemptStep.settled(ready);
        }
        if (seen != null && seen.answered() && seen.failed() != null) {
            return clean(seen.failed());
        }
        boolean isSeenLate = seen != null && !seen.at().isBefore(times.deadline());
        if (seen != null && seen.answered() && isSeenLate) {
            return clean("not ready within " + input.request().spec().readyWithin() + ": " + seen.pending());
        }
        if (!isReachable() || isSeenLate) {
            return unreachableWhileTrying();
        }
        if (seen == null || times.isLate()) {
            return AttemptStep.act(attempt, times.isLate() ? new Observe(attempt) : new Apply(attempt));
        }
        if (!times.isDue()) {
            return AttemptStep.check(attempt, earlier(times.nextLook(), times.deadline()));
        }
        boolean isIncomplete = seen.answered() && (!seen.anchor() || seen.objects() < seen.expected());
        return AttemptStep.act(attempt, isIncomplete ? new Apply(attempt) : new Observe(attempt));
    }

    private AttemptStep unreachableWhileTrying() {
        return switch (onUnreachable) {
            case WAIT ->
                isReachable() && times.isDue()
                        ? AttemptStep.act(attempt, new Observe(attempt))
                        : AttemptStep.awaitCluster(attempt, isReachable() ? times.nextLook() : times.slowLook());
            case FENCE -> {
                Attempt fenced = in(AttemptPhase.CLEANING, "the cluster is unreachable: its fence deletes the objects");
                AttemptDueTimes begun = new AttemptDueTimes(settings, input.now(), fenced, AttemptAge.NEW, null);
                yield AttemptStep.awaitCluster(fenced, earlier(times.slowLook(), begun.fenceEnd()));
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
        boolean isReleased = input.request().status().phase().isFinal();
        boolean isSafe = seen != null && seen.isReady() && !seen.fenced();
        if (onUnreachable != OnUnreachable.FENCE || isReleased || isSafe) {
            return AttemptStep.settled(attempt);
        }
        if (seen != null && seen.isEmpty()) {
            return AttemptStep.settled(in(AttemptPhase.CLEANED, "the cluster's fence has deleted the objects"));
        }
        if (!isReachable()) {
            return AttemptStep.awaitCluster(attempt, times.slowLook());
        }
        if (!times.isDue()) {
            return AttemptStep.check(attempt, times.nextLook());
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
            return times.isDue()
                    ? AttemptStep.act(attempt, new Delete(attempt))
                    : AttemptStep.check(attempt, times.nextLook());
        }
        boolean isGivenUp =
                switch (onUnreachable) {
                    case WAIT -> false;
                    case FENCE -> !input.now().isBefore(times.fenceEnd());
                    case DUPLICATE -> true;
                };
        if (isGivenUp && !goal.isNothing()) {
            return AttemptStep.settled(in(AttemptPhase.ABANDONED, attempt.reason()));
        }
        if (isReachable() && times.isDue()) {
            return AttemptStep.act(attempt, new Delete(attempt));
        }
        boolean isFenced = onUnreachable == OnUnreachable.FENCE && input.now().isBefore(times.fenceEnd());
        var next = isReachable() ? times.nextLook() : times.slowLook();
        return AttemptStep.awaitCluster(attempt, isFenced ? earlier(next, times.fenceEnd()) : next);
    }

    private AttemptStep abandoned() {
        if (seen != null && seen.isEmpty()) {
            return AttemptStep.settled(in(AttemptPhase.CLEANED, attempt.reason()));
        }
        AttemptStep step;
        if (!isReachable()) {
            step = AttemptStep.awaitCluster(attempt, times.slowLook());
        } else if (times.isDue()) {
            step = AttemptStep.act(attempt, new Delete(attempt));
        } else {
            step = AttemptStep.check(attempt, times.nextLook());
        }
        return goal.isNothing() ? step : step.inBackground();
    }

    private AttemptStep clean(String reason) {
        Attempt cleaning = in(AttemptPhase.CLEANING, reason);
        return isReachable()
                ? AttemptStep.act(cleaning, new Delete(cleaning))
                : AttemptStep.awaitCluster(cleaning, times.slowLook());
    }

    private Attempt in(AttemptPhase phase, String reason) {
        String applied = seen == null ? "" : seen.manifests();
        return attempt.applying(applied).in(phase, reason, input.now());
    }

    private boolean isDeleting() {
        return attempt.phase() == AttemptPhase.CLEANING || attempt.phase() == AttemptPhase.ABANDONED;
    }

    private boolean isReachable() {
        return member != null && member.reachable() && !isReplaced;
    }
}
