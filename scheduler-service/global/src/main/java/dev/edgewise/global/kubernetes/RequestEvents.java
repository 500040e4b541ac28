package dev.edgewise.global.kubernetes;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the events of requests, as {@code kubectl describe} shows them: one for each attempt whose objects are deleted or left behind, and one for the end of the
 * request. They are warnings where work has failed, or where objects may be left in a cluster.
 */
public final class RequestEvents {
    private static final int LONGEST_NAME = 230;
    private static final Set<AttemptPhase> PHASES_WITH_EVENT =
            EnumSet.of(AttemptPhase.CLEANING, AttemptPhase.ABANDONED, AttemptPhase.FORGOTTEN);

    private final RequestEventQueue queue;
    private final Clock clock;
    private final AtomicLong sequence;

    RequestEvents(RequestEventQueue queue, Clock clock) {
        this.queue = queue;
        this.clock = clock;
        this.sequence = new AtomicLong(clock.millis() * 1_000_000);
    }

    /** Adds the events of what has changed from one record to the next. */
    public void changed(GlobalRequest before, RequestStatus after) {
        for (Attempt attempt : after.attempts()) {
            AttemptPhase phase = before.status().attempts().stream()
                    .filter(each -> each.number() == attempt.number())
                    .map(Attempt::phase)
                    .findFirst()
                    .orElse(null);
            if (PHASES_WITH_EVENT.contains(attempt.phase()) && phase != attempt.phase()) {
                add(before, attempt);
            }
        }
        RequestPhase phase = after.phase();
        if (phase.isFinal() && phase != before.status().phase()) {
            boolean isWarning = phase == RequestPhase.FAILED || isLeftBehind(after);
            add(before, isWarning, EnumText.of(phase), "", after.message());
        }
    }

    private static boolean isLeftBehind(RequestStatus status) {
        return status.attempts().stream().anyMatch(attempt -> attempt.phase() == AttemptPhase.FORGOTTEN);
    }

    /** Deleting what was made is what a cancellation or a deletion asks for; else the attempt has failed. */
    private void add(GlobalRequest request, Attempt attempt) {
        boolean isAskedFor = request.deleting() || request.spec().cancelled();
        add(
                request,
                attempt.phase() != AttemptPhase.CLEANING || !isAskedFor,
                EnumText.of(attempt.phase()),
                attempt.cluster(),
                "cluster " + attempt.cluster() + ", attempt " + attempt.number() + ": " + attempt.reason());
    }

    private void add(GlobalRequest request, boolean isWarning, String reason, String cluster, String message) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        queue.add(new RequestEvent(
                beginOfName(request.key().name()) + "." + Long.toHexString(sequence.incrementAndGet()),
                request.key(),
                request.uid(),
                isWarning,
                reason,
                cluster,
                message,
                now,
                now,
                1));
    }

    /** Returns as much of a request's name as the name of an event has place for; a part before a dot ends with a letter or digit. */
    private static String beginOfName(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST_NAME)).replaceAll("[-.]+$", "");
    }
}
