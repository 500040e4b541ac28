package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Publishes each change of one namespace twice: by name to those who follow the kind, and whole to those who follow the
 * object. Nothing is made while no client is connected.
 */
final class ChangePublisher implements SlotObjectListener {
    private final StompBroker broker;
    private final ExternalViews views;
    private final JsonMapper json;
    private final Executor thread;

    /** @param thread runs one task after the other: sending may wait, and the watch must not */
    ChangePublisher(StompBroker broker, ExternalViews views, JsonMapper json, Executor thread) {
        this.broker = broker;
        this.views = views;
        this.json = json;
        this.thread = thread;
    }

    /** The messages of the prototype, with exactly these fields. */
    private record Change(Action action, Object resource) {}

    @Override
    public void changed(Action action, Testbed testbed) {
        publish(action, ObjectKind.TESTBED, testbed.metadata(), () -> views.of(testbed));
    }

    @Override
    public void changed(Action action, BatchJob job) {
        publish(action, ObjectKind.BATCH_JOB, job.metadata(), () -> views.of(job));
    }

    @Override
    public void changed(Action action, Scheduling scheduling) {
        publish(action, ObjectKind.SCHEDULING, scheduling.metadata(), () -> views.of(scheduling));
    }

    private void publish(Action action, ObjectKind kind, ObjectMetadata object, Supplier<Object> view) {
        if (broker.connected() > 0 && object.namespace().equals(views.namespace())) {
            thread.execute(() -> {
                broker.publish(new Topic(kind, null), json.writeValueAsBytes(new Change(action, object.name())));
                broker.publish(new Topic(kind, object.name()), json.writeValueAsBytes(new Change(action, view.get())));
            });
        }
    }
}
