package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Events that tell people what has changed between two statuses: a state, or a condition that does not hold any more.
 */
final class StatusEvents {
    private StatusEvents() {}

    static List<SlotAction> ofTestbed(Testbed testbed, TestbedStatus next) {
        List<SlotAction> events = new ArrayList<>();
        problems(ObjectKind.TESTBED, testbed.metadata(), testbed.status().conditions(), next.conditions(), events);
        return events;
    }

    static List<SlotAction> ofJob(BatchJob job, BatchJobStatus next) {
        List<SlotAction> events = new ArrayList<>();
        problems(ObjectKind.BATCH_JOB, job.metadata(), job.status().conditions(), next.conditions(), events);
        if (next.state() != job.status().state() && next.state() != BatchJobState.INVALID) {
            String where = next.slots().isEmpty() ? "" : " in slots " + next.slots() + " of Testbed " + next.testbed();
            events.add(event(
                    ObjectKind.BATCH_JOB,
                    job.metadata(),
                    next.state() == BatchJobState.FAILED,
                    text(next.state().name()),
                    "the job is " + text(next.state().name()) + where));
        }
        return events;
    }

    static List<SlotAction> ofScheduling(Scheduling scheduling, SchedulingStatus next) {
        List<SlotAction> events = new ArrayList<>();
        problems(
                ObjectKind.SCHEDULING,
                scheduling.metadata(),
                scheduling.status().conditions(),
                next.conditions(),
                events);
        if (next.state() != scheduling.status().state()) {
            events.add(event(
                    ObjectKind.SCHEDULING,
                    scheduling.metadata(),
                    next.state() == SchedulingState.FAILED,
                    text(next.state().name()),
                    "the Scheduling is " + text(next.state().name()) + reason(next)));
        }
        return events;
    }

    private static String reason(SchedulingStatus status) {
        return status.state() == SchedulingState.FAILED
                ? find(status.conditions(), Condition.COMPLETE)
                        .map(condition -> ": " + condition.message())
                        .orElse("")
                : "";
    }

    /** A warning for each condition about the spec or the nodes that does not hold, if its message is new. */
    private static void problems(
            ObjectKind kind,
            ObjectMetadata object,
            List<Condition> before,
            List<Condition> after,
            List<SlotAction> events) {
        for (Condition condition : after) {
            boolean isAboutUse =
                    condition.type().equals(Condition.VALID) || condition.type().equals(Condition.READY);
            boolean isNew = find(before, condition.type())
                    .map(old -> old.holds() || !old.message().equals(condition.message()))
                    .orElse(true);
            if (isAboutUse && !condition.holds() && isNew) {
                events.add(event(kind, object, true, condition.reason(), condition.message()));
            }
        }
    }

    private static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }

    private static SlotAction event(
            ObjectKind kind, ObjectMetadata object, boolean warning, String reason, String message) {
        return new SlotAction.RecordEvent(kind, object, warning, reason, message);
    }

    /** Returns the name of a state in CamelCase: AWAITING_COMPLETION is AwaitingCompletion. */
    private static String text(String name) {
        StringBuilder text = new StringBuilder();
        for (String word : name.split("_", -1)) {
            text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }
}
