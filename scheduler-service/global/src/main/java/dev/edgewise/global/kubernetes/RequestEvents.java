package dev.edgewise.global.kubernetes;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.events.ObjectEvent.InvolvedObject;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import dev.edgewise.kubernetes.events.ObjectEventRecorder;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Set;

/**
 * Makes the events of requests, as {@code kubectl describe} shows them: one for each attempt whose objects are deleted
 * or left behind, and one for the end of the request. They are warnings where work has failed, or where objects may be
 * left in a cluster.
 */
public final class RequestEvents {
    private static final String COMPONENT = "edgewise-global";
    private static final int LONGEST_MESSAGE = 1000;
    private static final Set<AttemptPhase> PHASES_WITH_EVENT =
            EnumSet.of(AttemptPhase.CLEANING, AttemptPhase.ABANDONED, AttemptPhase.FORGOTTEN);

    private final ObjectEventRecorder recorder;

    RequestEvents(ObjectEventQueue queue, Clock clock) {
        this.recorder = new ObjectEventRecorder(queue, clock, COMPONENT);
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

    /** Events of one request and reason are joined while they wait if they are about the same cluster. */
    private void add(GlobalRequest request, boolean isWarning, String reason, String cluster, String message) {
        String text = message.isEmpty() ? reason : message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
        recorder.add(involved(request), isWarning, reason, cluster, text);
    }

    private static InvolvedObject involved(GlobalRequest request) {
        return new InvolvedObject(
                GlobalRequestObjectNames.GROUP + "/" + GlobalRequestObjectNames.VERSION,
                GlobalRequestObjectNames.KIND,
                request.key().namespace(),
                request.key().name(),
                request.uid());
    }
}
