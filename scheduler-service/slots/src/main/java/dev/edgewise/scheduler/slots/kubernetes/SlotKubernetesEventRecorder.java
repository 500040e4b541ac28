package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.kubernetes.events.ObjectEvent.InvolvedObject;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import dev.edgewise.kubernetes.events.ObjectEventRecorder;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * Adds events of Testbeds, BatchJobs and Schedulings, as {@code kubectl describe} shows them, to a queue; decisions do
 * not wait for them.
 */
final class SlotKubernetesEventRecorder {
    private static final String COMPONENT = "edgewise-slots";
    private static final int LONGEST = 1000;
    private static final int MOST_KNOWN = 2000;

    private final ObjectEventRecorder recorder;
    /** The last warning of each object: the same is not said twice in a row. */
    private final Map<String, String> last = new HashMap<>();

    SlotKubernetesEventRecorder(ObjectEventQueue queue, Clock clock) {
        this.recorder = new ObjectEventRecorder(queue, clock, COMPONENT);
    }

    void record(SlotAction.RecordEvent event) {
        add(event.kind(), event.object(), event.warning(), event.reason(), event.message());
    }

    void warn(ObjectKind kind, ObjectMetadata object, String reason, String message) {
        add(kind, object, true, reason, message);
    }

    private void add(ObjectKind kind, ObjectMetadata object, boolean warning, String reason, String message) {
        String text = message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...";
        if (isSameAgain(object, reason + text) && warning) {
            return;
        }
        recorder.add(involved(kind, object), warning, reason, text, text);
    }

    private static InvolvedObject involved(ObjectKind kind, ObjectMetadata object) {
        return new InvolvedObject(
                SlotWatches.GROUP + "/v1alpha1", kind.text(), object.namespace(), object.name(), object.uid());
    }

    /** Notes what is said of the object, and returns whether that was the last thing said of it. */
    private synchronized boolean isSameAgain(ObjectMetadata object, String said) {
        if (last.size() > MOST_KNOWN) {
            last.clear();
        }
        return said.equals(last.put(object.uid(), said));
    }
}
