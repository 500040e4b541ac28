package dev.edgewise.scheduler.drift;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.drift.ListInTurns.Placed;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The violations in order, each namespace's worst first. Thread-safe. */
final class ViolationList {
    private final Drift drift;
    private final ListInTurns<Violation> list;

    ViolationList(Drift drift, Ticker ticker) {
        this.drift = drift;
        this.list = new ListInTurns<>(drift::violations, drift::changes, ViolationList::place, ticker);
    }

    private static Place place(Violation violation) {
        return Place.first(violation.need().share(), violation.pod());
    }

    /** Whether each pod was judged since this process began. */
    boolean isComplete() {
        return drift.isComplete();
    }

    /** See {@link ListInTurns#after}. */
    Stream<Placed<Violation>> after(@Nullable String token) {
        return list.after(token);
    }
}
