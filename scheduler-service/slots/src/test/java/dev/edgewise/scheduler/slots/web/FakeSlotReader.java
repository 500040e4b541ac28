package dev.edgewise.scheduler.slots.web;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the objects in memory, with Schedulings that the watch has not shown yet. */
record FakeSlotReader(FakeSlotObjects objects, Map<ObjectKey, Scheduling> unseen) implements SlotObjectReader {
    @Override
    public List<Testbed> testbeds(String namespace) {
        return in(namespace, objects.testbeds().stream(), Testbed::metadata);
    }

    @Override
    public List<BatchJob> jobs(String namespace) {
        return in(namespace, objects.jobs().stream(), BatchJob::metadata);
    }

    @Override
    public List<Scheduling> schedulings(String namespace) {
        return in(
                namespace,
                Stream.concat(objects.schedulings().stream(), unseen.values().stream()),
                Scheduling::metadata);
    }

    @Override
    public @Nullable Testbed testbed(ObjectKey key) {
        return objects.testbed(key);
    }

    @Override
    public @Nullable BatchJob job(ObjectKey key) {
        return objects.job(key);
    }

    @Override
    public @Nullable Scheduling scheduling(ObjectKey key) {
        Scheduling fresh = unseen.get(key);
        return fresh == null ? objects.scheduling(key) : fresh;
    }

    private static <T> List<T> in(String namespace, Stream<T> all, Function<T, ObjectMetadata> metadata) {
        return all.filter(one -> metadata.apply(one).namespace().equals(namespace))
                .toList();
    }
}
