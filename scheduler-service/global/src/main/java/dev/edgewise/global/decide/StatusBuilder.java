package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Builds the next record of a request and the decision that it is part of, from the present record and the changes of
 * its attempts.
 */
final class StatusBuilder {
    private static final int LONGEST_MESSAGE = 1_000;

    private final RequestDecisionInput input;
    private final GlobalRequest request;
    private final RequestTargetState goal;
    private final List<AttemptStep> steps;
    private final List<RequestAction> actions = new ArrayList<>();
    private List<Attempt> attempts;
    private RequestPhase phase;
    private int failures;
    private @Nullable Instant notBefore;
    private @Nullable Instant startedAt;
    private @Nullable Instant endedAt;
    private String message;
    private boolean requeue;

    StatusBuilder(RequestDecisionInput input, RequestTargetState goal, List<AttemptStep> steps) {
        this.input = input;
        this.request = input.request();
        this.goal = goal;
        this.steps = steps;
        RequestStatus status = request.status();
        attempts = AttemptStep.attempts(steps);
        phase = status.phase();
        failures = status.failures();
        notBefore = status.notBefore();
        startedAt = status.startedAt();
        endedAt = status.endedAt();
        boolean isUnderWay = goal != RequestTargetState.REST && !steps.stream().allMatch(AttemptStep::isSettled);
        message = isUnderWay ? progress() : status.message();
        steps.stream().map(AttemptStep::action).filter(Objects::nonNull).forEach(actions::add);
    }

    StatusBuilder act(RequestAction action) {
        actions.add(action);
        return this;
    }

    /** Writes the intent of attempts, and starts them after that. */
    StatusBuilder start(List<Attempt> started) {
        attempts = AttemptHistory.with(attempts, started);
        phase = RequestPhase.SCHEDULING;
        notBefore = null;
        startedAt = startedAt == null ? input.now() : startedAt;
        message = started.stream().map(Attempt::cluster).collect(Collectors.joining(", ", "trying ", ""));
        started.forEach(attempt -> actions.add(new RequestAction.Apply(attempt)));
        return this;
    }

    StatusBuilder end(RequestPhase last, String why) {
        phase = last;
        notBefore = null;
        endedAt = input.now();
        message = cut(why);
        return this;
    }

    /** Ends a request that was cancelled. */
    StatusBuilder cancel() {
        String left = leftBehind();
        return end(
                RequestPhase.CANCELLED,
                left.isEmpty()
                        ? "cancelled; nothing of it exists in any cluster"
                        : "cancelled; what was made in " + left
                                + " is left behind there, nothing of it exists elsewhere");
    }

    /** Ends a round without success: the request goes back to its queue. */
    StatusBuilder fail(Duration pause, String why) {
        phase = RequestPhase.QUEUED;
        failures++;
        notBefore = input.now().plus(pause);
        startedAt = startedAt == null ? input.now() : startedAt;
        message = cut(why);
        requeue = true;
        return this;
    }

    /** Ends the last round without success. */
    StatusBuilder giveUp(String why) {
        failures++;
        return end(RequestPhase.FAILED, "failed " + failures + " times; " + why);
    }

    /** Returns why no cluster of the round is ready: how its attempts ended, and why others were not tried. */
    String reasonOfFailure(List<String> refusals) {
        Set<String> reasons = new LinkedHashSet<>();
        for (Attempt attempt : attempts) {
            if (attempt.round() == failures && attempt.phase() != AttemptPhase.READY) {
                reasons.add(attempt.cluster() + ": " + attempt.reason());
            }
        }
        reasons.addAll(refusals);
        return reasons.isEmpty() ? "no cluster is named" : String.join("; ", reasons);
    }

    private String progress() {
        return steps.stream()
                .filter(step -> !step.attempt().phase().isOver())
                .map(step -> progress(step) + (step.waitsForCluster() ? waiting(step.attempt()) : ""))
                .collect(Collectors.joining("; "));
    }

    private static String waiting(Attempt attempt) {
        return attempt.replacedBy().isEmpty()
                ? " once it is reachable"
                : ": another cluster answers as " + attempt.cluster() + ", with uid " + attempt.replacedBy()
                        + "; the former one, with uid " + attempt.clusterUid() + ", must answer or be forgotten";
    }

    /** Returns the clusters in which objects are left behind, for people; empty if there are none. */
    private String leftBehind() {
        return attempts.stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.FORGOTTEN)
                .map(Attempt::cluster)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String progress(AttemptStep step) {
        String cluster = step.attempt().cluster();
        return switch (step.attempt().phase()) {
            case TRYING -> "trying " + cluster;
            case READY -> "ready in " + cluster;
            case CLEANING, ABANDONED -> "deleting what was made in " + cluster;
            case CLEANED, FORGOTTEN -> "";
        };
    }

    NextRequestStep build() {
        RequestStatus old = request.status();
        RequestStatus next = new RequestStatus(
                phase, old.observedGeneration(), failures, attempts, notBefore, startedAt, endedAt, message);
        boolean isChanged = !next.equals(old);
        boolean isWaiting = !steps.stream().allMatch(AttemptStep::holdsPlace);
        boolean isInFlight = input.dispatched() || phase == RequestPhase.SCHEDULING;
        return new NextRequestStep(
                isChanged ? observed(next) : old,
                actions,
                nextCheck(),
                requeue,
                goal == RequestTargetState.PLACE && isInFlight && !requeue && !phase.isFinal() && !isWaiting);
    }

    private RequestStatus observed(RequestStatus next) {
        return new RequestStatus(
                next.phase(),
                request.generation(),
                next.failures(),
                next.attempts(),
                next.notBefore(),
                next.startedAt(),
                next.endedAt(),
                next.message());
    }

    private @Nullable Instant nextCheck() {
        Instant next =
                goal == RequestTargetState.PLACE && !phase.isFinal() ? RequestTargetState.deadline(request) : null;
        for (AttemptStep step : steps) {
            Instant check = step.nextCheck();
            next = check != null && (next == null || check.isBefore(next)) ? check : next;
        }
        return next;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE - 1) + "…";
    }
}
