package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.safety.MovablePod;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A move.
 *
 * @param number counts all moves of this process
 * @param endedAt null while it is under way
 * @param result null while it is under way
 * @param detail for people; null while it is under way
 */
public record MoveRecord(
        long number,
        MovablePod pod,
        String target,
        String why,
        MoveCause cause,
        Instant beganAt,
        @Nullable Instant endedAt,
        MoveOutcome.@Nullable Result result,
        @Nullable String detail) {
    MoveRecord ended(MoveOutcome outcome, Instant at) {
        return new MoveRecord(number, pod, target, why, cause, beganAt, at, outcome.result(), outcome.detail());
    }
}
