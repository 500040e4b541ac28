package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.policy.ClusterRanker;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Decides about a request: which record is written next, and which actions follow that write. It has no memory and no
 * clock, so any worker can continue from the record.
 */
public final class RequestDecider {
    private final ClusterRanker ranker;
    private final AttemptProperties settings;
    private final int giveUpAfter;

    /** @param giveUpAfter failures; a request with more of them is FAILED */
    public RequestDecider(ClusterRanker ranker, AttemptProperties settings, int giveUpAfter) {
        this.ranker = ranker;
        this.settings = settings;
        this.giveUpAfter = giveUpAfter;
    }

    /** Returns the next step of a request. */
    public NextRequestStep decide(RequestDecisionInput input) {
        RequestTargetState goal = RequestTargetState.of(input.request(), input.now());
        List<AttemptStep> steps = input.request().status().attempts().stream()
                .map(attempt -> AttemptDecider.decide(settings, input, goal, attempt))
                .toList();
        StatusBuilder next = new StatusBuilder(input, goal, steps);
        if (!steps.stream().allMatch(AttemptStep::isSettled)) {
            return next.build();
        }
        List<Attempt> attempts = AttemptStep.attempts(steps);
        return switch (goal) {
            case PLACE -> place(input, next, attempts);
            case FAIL -> fail(input.request(), next, attempts);
            case CANCEL -> cancel(input.request(), next);
            case DELETE -> delete(input.request(), next, attempts);
            case REST -> next.build();
        };
    }

    private NextRequestStep place(RequestDecisionInput input, StatusBuilder next, List<Attempt> attempts) {
        GlobalRequest request = input.request();
        RequestClusterLevels levels = RequestClusterLevels.of(request.spec());
        if (isPlaced(levels, attempts)) {
            return next.end(RequestPhase.COMPLETED, "ready in " + ready(attempts))
                    .build();
        }
        if (request.status().phase() == RequestPhase.QUEUED && !input.dispatched()) {
            return next.build();
        }
        int round = request.status().failures();
        boolean isSetTried = levels.isSet() && attempts.stream().anyMatch(attempt -> attempt.round() == round);
        AttemptChoice choice = isSetTried
                ? AttemptChoice.NONE
                : new AttemptChooser(ranker, settings.bidsValid(), input, attempts).choose(levels);
        if (choice.question() != null) {
            return next.act(choice.question()).build();
        }
        if (!choice.attempts().isEmpty()) {
            return next.start(choice.attempts()).build();
        }
        String reason = readyIn(attempts) + next.reasonOfFailure(choice.refusals());
        return round + 1 > giveUpAfter
                ? next.giveUp(reason).build()
                : next.fail(settings.pauseAfter(round + 1), reason).build();
    }

    private static NextRequestStep fail(GlobalRequest request, StatusBuilder next, List<Attempt> attempts) {
        if (request.problem() != null) {
            return next.end(RequestPhase.FAILED, request.problem().text()).build();
        }
        return isPlaced(RequestClusterLevels.of(request.spec()), attempts)
                ? next.end(RequestPhase.COMPLETED, "ready in " + ready(attempts))
                        .build()
                : next.end(
                                RequestPhase.FAILED,
                                readyIn(attempts) + "not ready within its deadline of "
                                        + request.spec().deadline() + " after its creation; "
                                        + next.reasonOfFailure(List.of()))
                        .build();
    }

    /**
     * Cancels a request. One that has failed stays FAILED: only the ready clusters of its set are left to be cleaned.
     */
    private static NextRequestStep cancel(GlobalRequest request, StatusBuilder next) {
        return request.status().phase() == RequestPhase.FAILED
                ? next.build()
                : next.cancel().build();
    }

    /** Deletes what a deleted request has made. The finalizer is removed after the record that says so is written. */
    private static NextRequestStep delete(GlobalRequest request, StatusBuilder next, List<Attempt> attempts) {
        return attempts.equals(request.status().attempts())
                ? next.act(new RequestAction.DropFinalizer()).build()
                : next.build();
    }

    /** Returns whether the work is ready in all clusters of a set, or else in one. */
    private static boolean isPlaced(RequestClusterLevels levels, List<Attempt> attempts) {
        long ready = attempts.stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.READY)
                .count();
        int wanted =
                levels.isSet() ? levels.names().stream().mapToInt(List::size).sum() : 1;
        return ready > 0 && ready >= wanted;
    }

    /** Returns the clusters of a set that have the work although others do not. */
    private static String readyIn(List<Attempt> attempts) {
        String ready = ready(attempts);
        return ready.isEmpty() ? "" : "ready in " + ready + "; ";
    }

    private static String ready(List<Attempt> attempts) {
        return attempts.stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.READY)
                .map(Attempt::cluster)
                .collect(Collectors.joining(", "));
    }
}
