package dev.edgewise.scheduler.slots.claims;

import java.time.Instant;

/** A run that has ended, as its job's history tells it. */
public record EndedRun(ClaimedJobRun run, JobPhase.Outcome outcome, String message, Instant stoppedAt) {
    public EndedRun {
        message = LedgerTextLimit.cut(message);
    }
}
