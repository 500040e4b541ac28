package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.estimates.Evidence;
import dev.edgewise.rewards.estimates.Sums;
import java.util.HashMap;
import java.util.Map;

/** What is known of a type on a node as its ledger, and back. */
final class Ledgers {
    private Ledgers() {}

    static TypeNodeLedger of(Cell cell) {
        long at = cell.evidence.at();
        Sums sums = cell.evidence.sums(at);
        return new TypeNodeLedger(
                sums.weight(),
                sums.sum(),
                at,
                cell.failures,
                cell.standing,
                cell.pin,
                cell.counted,
                cell.overBefore,
                cell.keys,
                cell.durations,
                cell.outcomes);
    }

    /** What was written by a clock that was ahead happened now: else nothing would outweigh it until then. */
    static void restore(Cell cell, TypeNodeLedger ledger, LearnerState state, long now) {
        long at = Math.min(now, ledger.at());
        cell.evidence = new Evidence(state.decay, new Sums(ledger.weight(), ledger.sum()), at);
        cell.failures = ledger.failures();
        cell.standing = ledger.standing()
                .noLaterThan(now, state.settings.quarantine().longest().toMillis());
        cell.pin = ledger.pin();
        cell.counted = ledger.pods().isEmpty() ? Map.of() : new HashMap<>(ledger.pods());
        cell.overBefore = ledger.overBefore();
        cell.keys = ledger.keys();
        cell.durations = ledger.durations();
        cell.outcomes = ledger.outcomes();
        state.shown.added(cell);
        cell.touched = Math.max(at, cell.standing.sinceMillis());
        cell.isStored = true;
        ledger.durations().forEach(millis -> cell.type.jobTimes.add(cell.node.name, millis));
        if (!cell.standing.isOpen()) {
            cell.type.closedBefore(cell.standing);
        }
        state.lookAt(cell, 0);
    }
}
