package dev.edgewise.offloader.safety;

import java.util.ArrayList;
import java.util.List;

/**
 * The moves that the rates still allow, and the cool-downs that earlier moves started. Immutable.
 *
 * @param budget moves that count against the rates
 * @param coolDowns places that pods stay on, or do not return to
 */
record RemainingMoves(MoveBudget budget, MoveCoolDowns coolDowns) {
    static RemainingMoves none(SafetySettings settings) {
        return new RemainingMoves(MoveBudget.unspent(settings), MoveCoolDowns.none(settings));
    }

    RemainingMoves with(MoveBudget changed) {
        return new RemainingMoves(changed, coolDowns);
    }

    RemainingMoves with(MoveCoolDowns changed) {
        return new RemainingMoves(budget, changed);
    }

    /** Returns the moves and places that limit further moves now. */
    List<MoveLimitEntry> marks(long now) {
        List<MoveLimitEntry> marks = new ArrayList<>();
        budget.addMarks(marks, now);
        coolDowns.addMarks(marks, now);
        return marks;
    }

    RemainingMoves restored(MoveLimitEntry mark, long now) {
        return switch (mark.kind()) {
            case BEGUN, MOVED -> with(budget.restore(mark, now));
            case STAYS, LEFT -> with(coolDowns.restore(mark, now));
        };
    }
}
