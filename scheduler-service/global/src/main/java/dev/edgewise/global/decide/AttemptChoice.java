package dev.edgewise.global.decide;

import dev.edgewise.global.decide.RequestAction.AskForBids;
import dev.edgewise.global.model.Attempt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that a request makes next.
 *
 * @param attempts to be written and started; none if bids are needed first, or nothing is left in this round
 * @param question the bids that are needed; null for none
 * @param refusals why other clusters were not chosen, for people
 */
record AttemptChoice(List<Attempt> attempts, @Nullable AskForBids question, List<String> refusals) {
    static final AttemptChoice NONE = new AttemptChoice(List.of(), null, List.of());
}
