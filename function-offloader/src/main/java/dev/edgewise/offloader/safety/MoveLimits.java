package dev.edgewise.offloader.safety;

import java.util.ArrayList;
import java.util.List;

/**
 * The rates and cool-downs that moves before now leave. Immutable.
 *
 * @param budget moves that count against the rates
 * @param coolDowns places that pods stay on, or do not return to
 */
record MoveLimits(MoveBudget budget, CoolDowns coolDowns) {
    static MoveLimits none(SafetySettings settings) {
        return new MoveLimits(MoveBudget.unspent(settings), CoolDowns.none(settings));
    }

    MoveLimits with(MoveBudget changed) {
        return new MoveLimits(changed, coolDowns);
    }

    MoveLimits with(CoolDowns changed) {
        return new MoveLimits(budget, changed);
    }

    /** Returns the moves and places that limit further moves now. */
    List<Mark> marks(long now) {
        List<Mark> marks = new ArrayList<>();
        budget.addMarks(marks, now);
        coolDowns.addMarks(marks, now);
        return marks;
    }

    MoveLimits restored(Mark mark, long now) {
        return switch (mark.kind()) {
            case BEGUN, MOVED -> with(budget.restore(mark, now));
            case STAYS, LEFT -> with(coolDowns.restore(mark, now));
        };
    }
}
