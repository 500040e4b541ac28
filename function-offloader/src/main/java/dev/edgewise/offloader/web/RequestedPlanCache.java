package dev.edgewise.offloader.web;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.PlanReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The last plan on request, so that its further pages are of the same plan. Safe for many threads. */
final class RequestedPlanCache {
    private static final Duration KEPT_FOR = Duration.ofMinutes(1);

    private final Ticker ticker;
    private volatile @Nullable Kept last;

    /** @param since reading of the ticker, in ns */
    private record Kept(PlanReport plan, long since) {}

    RequestedPlanCache(Ticker ticker) {
        this.ticker = ticker;
    }

    PlanReport keep(PlanReport made) {
        last = new Kept(made, ticker.nanos());
        return made;
    }

    /** With which {@code continue} of its pages begins: it says of which plan they are. */
    static String prefix(PlanReport plan) {
        return plan.at() + "/";
    }

    /**
     * The plan of which a page was shown before.
     *
     * @param token {@code continue} of that page
     * @throws InvalidInputException if it is no longer kept, or of another policy
     */
    PlanReport find(Policy policy, String token) {
        Kept kept = last;
        if (kept == null
                || !token.startsWith(prefix(kept.plan()))
                || kept.plan().policy() != policy
                || ticker.since(kept.since()).compareTo(KEPT_FOR) >= 0) {
            throw new InvalidInputException(
                    "continue",
                    token,
                    "of the last plan on request, by the same policy and of the last minute: begin with its first page");
        }
        return kept.plan();
    }
}
