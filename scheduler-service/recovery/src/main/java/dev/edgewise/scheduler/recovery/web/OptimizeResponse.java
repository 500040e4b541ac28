package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.scheduler.optimizer.ReservePlan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Backups that need less room. Percentages are of what the protected pods request, on average over the resources.
 *
 * @param requested what the protected pods request, by resource
 * @param leastPercent below which no choice of backups can be; 0 where the time did not suffice to tell
 * @param gapPercent how much less than {@code after} may be possible at most
 * @param complete whether the search ended by itself, before its time was up
 * @param moves pods that would get another backup; none of them restarts
 * @param applied how many of them have it now; null if that was not asked for
 */
record OptimizeResponse(
        Map<String, String> requested,
        Reserve before,
        Reserve after,
        double leastPercent,
        double gapPercent,
        boolean complete,
        List<Move> moves,
        @Nullable Integer applied) {
    private static final double ROUNDING = 1000;

    /** @param reserved what is kept, by resource */
    record Reserve(Map<String, String> reserved, double percent) {
        static Reserve of(ReservePlan.Reserve reserve) {
            return new Reserve(reserve.room().quantities(), OptimizeResponse.percent(reserve.share()));
        }
    }

    /**
     * A pod that would get another backup.
     *
     * @param node that it is on
     */
    record Move(String namespace, String name, String uid, String node, @Nullable String from, String to) {
        static Move of(ReservePlan.Move move) {
            var pod = move.pod().pod();
            return new Move(
                    pod.namespace(),
                    pod.key().name(),
                    pod.uid(),
                    move.pod().home(),
                    move.pod().backup(),
                    move.to());
        }
    }

    static OptimizeResponse of(ReservePlan plan, @Nullable Integer applied) {
        return new OptimizeResponse(
                plan.requested().quantities(),
                Reserve.of(plan.before()),
                Reserve.of(plan.after()),
                percent(plan.leastShare()),
                percent(plan.gap()),
                plan.complete(),
                plan.moves().stream().map(Move::of).toList(),
                applied);
    }

    private static double percent(double share) {
        return Math.round(100 * ROUNDING * share) / ROUNDING;
    }
}
