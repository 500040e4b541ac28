package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The last moves of this process. Safe for many threads. */
public final class MoveHistory {
    private static final int MOST = 2_000;

    private final TreeMap<Long, MoveRecord> records = new TreeMap<>();
    /** Numbers of the moves under way, by UID of the pod. */
    private final Map<String, Long> underWay = new HashMap<>();

    private long number;

    /** The number of the move. */
    synchronized long begun(MoveDecision decision, String target, Instant at) {
        number++;
        MoveCause cause = decision.cause() == null ? MoveCause.ENERGY : decision.cause();
        records.put(
                number, new MoveRecord(number, decision.pod(), target, decision.why(), cause, at, null, null, null));
        underWay.put(decision.pod().uid(), number);
        if (records.size() > MOST) {
            records.pollFirstEntry();
        }
        return number;
    }

    synchronized void ended(MoveOutcome outcome, Instant at) {
        Long of = underWay.remove(outcome.pod().uid());
        if (of != null) {
            records.computeIfPresent(of, (same, record) -> record.ended(outcome, at));
        }
    }

    /** The move of that number, which is one of the last. */
    synchronized MoveRecord get(long of) {
        return Objects.requireNonNull(records.get(of));
    }

    /** Newest first. */
    public synchronized List<MoveRecord> all() {
        List<MoveRecord> all = new ArrayList<>(records.values());
        Collections.reverse(all);
        return all;
    }
}
