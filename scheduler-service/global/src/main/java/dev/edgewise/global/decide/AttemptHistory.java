package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.util.ArrayList;
import java.util.List;

/** The attempts of a request as its status keeps them: all that decisions need, and the last ones for people. */
final class AttemptHistory {
    /** Attempts that are over and whose reasons are kept. */
    static final int KEPT = 16;

    private AttemptHistory() {}

    /** Returns a number that no attempt of the request has ever had: the last attempt is always kept. */
    static int nextNumber(List<Attempt> attempts) {
        return attempts.isEmpty() ? 1 : attempts.get(attempts.size() - 1).number() + 1;
    }

    /**
     * Returns the attempts with further ones. Of those that are CLEANED, the last few are kept, and older ones only if
     * they are of the level that is tried now, which must not try them again; these without their reason.
     */
    static List<Attempt> with(List<Attempt> attempts, List<Attempt> started) {
        List<Attempt> kept = new ArrayList<>();
        Attempt last = started.get(started.size() - 1);
        long left = attempts.stream().filter(AttemptHistory::isOver).count() - KEPT;
        for (Attempt attempt : attempts) {
            boolean isOld = isOver(attempt) && left-- > 0;
            boolean isOfLevel = attempt.round() == last.round() && attempt.level() == last.level();
            if (!isOld) {
                kept.add(attempt);
            } else if (isOfLevel) {
                kept.add(attempt.in(attempt.phase(), "", attempt.since()));
            }
        }
        kept.addAll(started);
        return kept;
    }

    private static boolean isOver(Attempt attempt) {
        return attempt.phase() == AttemptPhase.CLEANED;
    }
}
