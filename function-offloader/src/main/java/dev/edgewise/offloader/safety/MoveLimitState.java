package dev.edgewise.offloader.safety;

import java.util.ArrayList;
import java.util.List;

/**
 * The moves that the rates still allow, and the cool-downs that earlier moves started. Immutable.
 *
 * @param budget moves that count against the rates
 * @param coolDowns places that pods stay on, or do not return to
 */
record MoveLimitState(MoveBudget budget, MoveCoolDowns coolDowns) {
    static MoveLimitState none(SafetySettings settings) {
        return new MoveLimitState(MoveBudget.unspent(settings), MoveCoolDowns.none(settings));
    }

    MoveLimitState with(MoveBudget changed) {
        return new MoveLimitState(changed, coolDowns);
    }

    MoveLimitState with(MoveCoolDowns changed) {
        return new MoveLimitState(budget, changed);
    }

    /** Returns the moves and places that limit further moves now. */
    List<MoveLimitEntry> marks(long now) {
        List<MoveLimitEntry> marks = new ArrayList<>();
        budget.addMarks(marks, now);
        coolDowns.addMarks(marks, now);
        return marks;
    }

    MoveLimitState restored(MoveLimitEntry mark, long now) {
        return switch (mark.kind()) {
            case BEGUN, MOVED -> with(budget.restore(mark, now));
            case STAYS, LEFT -> with(coolDowns.restore(mark, now));
        };
    }
}
