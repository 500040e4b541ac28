package dev.edgewise.offloader.web;

import dev.edgewise.common.web.Page;
import dev.edgewise.offloader.cluster.NodeStatus;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.plan.Verdict;
import dev.edgewise.offloader.rounds.Pause;
import dev.edgewise.offloader.rounds.PlanReport;
import dev.edgewise.offloader.safety.Refusal;
import dev.edgewise.offloader.safety.Refusal.Reason;
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
 * @param violationTrouble what is not known of broken delay needs and quarantines, so that no pod is moved for it, and why; null if nothing is wrong
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
     * What holds besides the plan.
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
        static NodeResponse of(NodeStatus node) {
            String level = node.level() == null ? null : node.level().label();
            return new NodeResponse(node.node(), node.percent(), level, node.stale(), node.offline(), node.functions());
        }
    }

    /** A pod that moves. */
    record MoveResponse(String pod, String workload, String source, @Nullable String target, String why, String cause) {
        static MoveResponse of(Verdict verdict) {
            return new MoveResponse(
                    verdict.pod().name(),
                    text(verdict.pod().workload()),
                    verdict.pod().node(),
                    verdict.target(),
                    verdict.why(),
                    text(verdict.cause()));
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
        static StayResponse of(Verdict verdict) {
            Refusal refusal = verdict.refusal();
            return new StayResponse(
                    verdict.pod().name(),
                    text(verdict.pod().workload()),
                    verdict.pod().node(),
                    verdict.target(),
                    refusal == null ? null : refusal.reason(),
                    refusal == null ? verdict.why() : refusal.message());
        }
    }

    static String text(Workload workload) {
        return workload.kind() + "/" + workload.namespace() + "/" + workload.name();
    }

    static String text(@Nullable Cause cause) {
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
        List<Verdict> shown = report == null
                ? List.of()
                : report.verdicts().stream()
                        .filter(verdict ->
                                namespace == null || verdict.pod().name().startsWith(namespace + "/"))
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
                                .filter(Verdict::moves)
                                .map(MoveResponse::of)
                                .toList(),
                stays(shown, limit, after, prefix));
    }

    private static Page<StayResponse> stays(List<Verdict> shown, int limit, @Nullable String after, String prefix) {
        return Page.of(
                shown.stream()
                        .filter(verdict -> !verdict.moves())
                        .filter(verdict -> after == null || verdict.pod().name().compareTo(after) > 0),
                limit,
                verdict -> prefix + verdict.pod().name(),
                StayResponse::of);
    }
}
