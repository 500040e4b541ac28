package dev.edgewise.scheduler.slots.web;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Objects of batch slots in memory. */
public final class FakeSlotObjects implements SlotObjects {
    private final Map<ObjectKey, Testbed> testbeds = new ConcurrentSkipListMap<>();
    private final Map<ObjectKey, BatchJob> jobs = new ConcurrentSkipListMap<>();
    private final Map<ObjectKey, Scheduling> schedulings = new ConcurrentSkipListMap<>();
    private final Map<ObjectKey, Scheduling> unseen = new ConcurrentSkipListMap<>();
    private final List<SlotObjectListener> listeners = new CopyOnWriteArrayList<>();

    /** Keeps a Scheduling that the API server has, and that the watch has not shown yet. */
    public void storeUnseen(Scheduling scheduling) {
        unseen.put(scheduling.metadata().key(), scheduling);
    }

    /** Reads as the API server does: also what the watch has not shown yet. */
    public SlotObjectReader stored() {
        return new FakeSlotReader(this, unseen);
    }

    public void put(Testbed testbed) {
        Action action = testbeds.put(testbed.metadata().key(), testbed) == null ? Action.ADDED : Action.MODIFIED;
        listeners.forEach(listener -> listener.changed(action, testbed));
    }

    public void put(BatchJob job) {
        Action action = jobs.put(job.metadata().key(), job) == null ? Action.ADDED : Action.MODIFIED;
        listeners.forEach(listener -> listener.changed(action, job));
    }

    public void put(Scheduling scheduling) {
        boolean isNew = schedulings.put(scheduling.metadata().key(), scheduling) == null;
        listeners.forEach(listener -> listener.changed(isNew ? Action.ADDED : Action.MODIFIED, scheduling));
    }

    public void removeScheduling(ObjectKey key) {
        unseen.remove(key);
        Scheduling gone = schedulings.remove(key);
        if (gone != null) {
            listeners.forEach(listener -> listener.changed(Action.DELETED, gone));
        }
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public List<Testbed> testbeds() {
        return List.copyOf(testbeds.values());
    }

    @Override
    public List<BatchJob> jobs() {
        return List.copyOf(jobs.values());
    }

    @Override
    public List<Scheduling> schedulings() {
        return List.copyOf(schedulings.values());
    }

    @Override
    public List<Scheduling> schedulings(String namespace) {
        return schedulings.values().stream()
                .filter(one -> one.metadata().namespace().equals(namespace))
                .toList();
    }

    @Override
    public @Nullable Testbed testbed(ObjectKey key) {
        return testbeds.get(key);
    }

    @Override
    public @Nullable BatchJob job(ObjectKey key) {
        return jobs.get(key);
    }

    @Override
    public @Nullable Scheduling scheduling(ObjectKey key) {
        return schedulings.get(key);
    }

    @Override
    public void listen(SlotObjectListener listener) {
        listeners.add(listener);
    }
}
