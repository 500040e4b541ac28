package dev.edgewise.rewards.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.monitor.RewardHistory;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type on a node.
 *
 * @param observed mean of the outcomes that were counted here, 0 to 1, without what other nodes and types suggest; left
 *     out if none was counted
 * @param until end of the quarantine, if there is one
 * @param runs number of containers of the type that run there now; only the leader knows it
 * @param failures number of outcomes below 0.5 that were counted
 * @param pin value that operators set, if any
 * @param pinnedUntil end of the pin, if it has one
 * @param why reason for the state and value
 * @param outcomes outcomes behind the value, newest first; left out of lists
 * @param history recent values, oldest first; left out of lists; only the leader knows them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PodTypeNodeResponse(
        String type,
        String node,
        RewardResponse reward,
        @Nullable Double observed,
        @Nullable Instant until,
        @Nullable Integer runs,
        long failures,
        @Nullable Double pin,
        @Nullable Instant pinnedUntil,
        String why,
        @Nullable List<OutcomeResponse> outcomes,
        @Nullable List<PointResponse> history) {
    /** A value at a time. */
    record PointResponse(Instant at, double value, String state) {
        static PointResponse of(RewardHistory.Point point) {
            return new PointResponse(
                    point.at(),
                    RewardResponse.rounded(point.value()),
                    point.state().toString());
        }
    }

    /**
     * An outcome that was counted.
     *
     * @param pod {@code namespace/name}; empty if it has no pod
     */
    record OutcomeResponse(Instant at, String cause, double value, String pod, String detail) {
        static OutcomeResponse of(RecordedOutcome outcome) {
            return new OutcomeResponse(
                    outcome.at(), outcome.cause().toString(), outcome.value(), outcome.pod(), outcome.detail());
        }
    }

    static PodTypeNodeResponse listed(PodTypeNodeView view, boolean leads, Instant now) {
        return of(view, null, null, leads, now);
    }

    static PodTypeNodeResponse whole(
            PodTypeNodeView view, List<RewardHistory.Point> history, boolean leads, Instant now) {
        return of(
                view,
                view.outcomes().stream().map(OutcomeResponse::of).toList(),
                leads ? history.stream().map(PointResponse::of).toList() : null,
                leads,
                now);
    }

    private static PodTypeNodeResponse of(
            PodTypeNodeView view,
            @Nullable List<OutcomeResponse> outcomes,
            @Nullable List<PointResponse> history,
            boolean leads,
            Instant now) {
        return new PodTypeNodeResponse(
                view.type(),
                view.node(),
                RewardResponse.of(view.reward(), now),
                view.observed() == null ? null : RewardResponse.rounded(view.observed()),
                view.until(),
                leads ? view.runs() : null,
                view.failures(),
                view.pin(),
                view.pinnedUntil(),
                view.why(),
                outcomes,
                history);
    }
}
