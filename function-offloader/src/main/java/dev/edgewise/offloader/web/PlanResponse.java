package dev.edgewise.offloader.web;

import dev.edgewise.common.web.Page;
import dev.edgewise.offloader.cluster.PlanningNodeStatus;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.rounds.PlanReport;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A plan.
 *
 * @param dryRun whether its moves are never carried out
 * @param paused since when, by which user and why its moves are not carried out now; null if they are
 * @param leader whether this replica plans; a standby shows what it planned last, if anything
 * @param at when it was made; null if there is none yet
 * @param trouble why there is no newer plan; null if nothing is wrong
 * @param violationTrouble what is not known of broken delay needs and quarantines, so that no pod is moved for it, and
 *     why; null if nothing is wrong
 * @param nodes all, with the first page only
 * @param moves all, with the first page only
 * @param stays pods that stay, a page of them
 */
record PlanResponse(
        String policy,
        boolean dryRun,
        @Nullable Pause paused,
        boolean leader,
        @Nullable Instant at,
        long planMillis,
        int callsToScheduler,
        @Nullable String trouble,
        @Nullable String violationTrouble,
        List<NodeResponse> nodes,
        List<MoveResponse> moves,
        Page<StayResponse> stays) {
    /**
     * The state besides the plan.
     *
     * @param policy of the rounds
     */
    record State(
            String policy,
            boolean dryRun,
            @Nullable Pause paused,
            boolean leader,
            @Nullable String trouble,
            @Nullable String violationTrouble) {}

    record NodeResponse(
            String node,
            @Nullable Double percent,
            @Nullable String level,
            boolean stale,
            boolean offline,
            int functions) {
        static NodeResponse of(PlanningNodeStatus node) {
            String level = node.level() == null ? null : node.level().label();
            return new NodeResponse(node.node(), node.percent(), level, node.stale(), node.offline(), node.functions());
        }
    }

    /** A pod that moves. */
    record MoveResponse(String pod, String workload, String source, @Nullable String target, String why, String cause) {
        static MoveResponse of(MoveDecision decision) {
            return new MoveResponse(
                    decision.pod().name(),
                    text(decision.pod().workload()),
                    decision.pod().node(),
                    decision.target(),
                    decision.why(),
                    text(decision.cause()));
        }
    }

    /**
     * A pod that stays.
     *
     * @param target the node that it is better on; null if it is well where it is, or that is not known
     * @param reason why it stays; null if it is well where it is
     */
    record StayResponse(
            String pod,
            String workload,
            String node,
            @Nullable String target,
            @Nullable Reason reason,
            String message) {
        static StayResponse of(MoveDecision decision) {
            MoveRefusal refusal = decision.refusal();
            return new StayResponse(
                    decision.pod().name(),
                    text(decision.pod().workload()),
                    decision.pod().node(),
                    decision.target(),
                    refusal == null ? null : refusal.reason(),
                    refusal == null ? decision.why() : refusal.message());
        }
    }

    static String text(Workload workload) {
        return workload.kind() + "/" + workload.namespace() + "/" + workload.name();
    }

    static String text(@Nullable MoveCause cause) {
        return String.valueOf(cause).toLowerCase(Locale.ROOT);
    }

    /**
     * A page of a plan.
     *
     * @param report null if there is none yet
     * @param namespace whose pods are shown; null for all
     * @param after the pod after which the page of pods that stay begins; null for the first
     * @param prefix of the pod that {@code continue} says
     */
    static PlanResponse of(
            State state,
            @Nullable PlanReport report,
            @Nullable String namespace,
            int limit,
            @Nullable String after,
            String prefix) {
        List<MoveDecision> shown = report == null
                ? List.of()
                : report.decisions().stream()
                        .filter(decision ->
                                namespace == null || decision.pod().name().startsWith(namespace + "/"))
                        .toList();
        return new PlanResponse(
                report == null ? state.policy() : report.policy().toString(),
                state.dryRun(),
                state.paused(),
                state.leader(),
                report == null ? null : report.at(),
                report == null ? 0 : report.took().toMillis(),
                report == null ? 0 : report.calls(),
                state.trouble(),
                state.violationTrouble(),
                report == null || after != null
                        ? List.of()
                        : report.nodes().stream().map(NodeResponse::of).toList(),
                after != null
                        ? List.of()
                        : shown.stream()
                                .filter(MoveDecision::moves)
                                .map(MoveResponse::of)
                                .toList(),
                stays(shown, limit, after, prefix));
    }

    private static Page<StayResponse> stays(
            List<MoveDecision> shown, int limit, @Nullable String after, String prefix) {
        return Page.of(
                shown.stream()
                        .filter(decision -> !decision.moves())
                        .filter(decision ->
                                after == null || decision.pod().name().compareTo(after) > 0),
                limit,
                decision -> prefix + decision.pod().name(),
                StayResponse::of);
    }
}
