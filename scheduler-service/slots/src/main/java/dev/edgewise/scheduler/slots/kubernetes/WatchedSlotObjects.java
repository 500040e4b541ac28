package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The objects of the cache, for the interfaces. */
final class WatchedSlotObjects implements SlotObjects {
    private final SlotCache cache;
    private final BooleanSupplier ready;

    /** @param ready whether the kinds are installed, and all of their objects were listed */
    WatchedSlotObjects(SlotCache cache, BooleanSupplier ready) {
        this.cache = cache;
        this.ready = ready;
    }

    @Override
    public boolean isReady() {
        return ready.getAsBoolean();
    }

    @Override
    public List<Testbed> testbeds() {
        return all(objects -> objects.testbeds.all().stream(), one -> one.metadata()
                .key());
    }

    @Override
    public List<BatchJob> jobs() {
        return all(objects -> objects.jobs.all().stream().map(NamespaceObjects.JobEntry::job), one -> one.metadata()
                .key());
    }

    @Override
    public List<Scheduling> schedulings() {
        return all(objects -> objects.schedulings.all().stream(), one -> one.metadata()
                .key());
    }

    @Override
    public List<Scheduling> schedulings(String namespace) {
        return cache.read(namespace, objects -> objects.schedulings.all());
    }

    @Override
    public @Nullable Testbed testbed(ObjectKey key) {
        return cache.<@Nullable Testbed>read(key.namespace(), objects -> objects.testbeds.get(key.name()));
    }

    @Override
    public @Nullable BatchJob job(ObjectKey key) {
        return cache.<@Nullable BatchJob>read(key.namespace(), objects -> {
            NamespaceObjects.JobEntry entry = objects.jobs.get(key.name());
            return entry == null ? null : entry.job();
        });
    }

    @Override
    public @Nullable Scheduling scheduling(ObjectKey key) {
        return cache.<@Nullable Scheduling>read(key.namespace(), objects -> objects.schedulings.get(key.name()));
    }

    @Override
    public void listen(SlotObjectListener listener) {
        cache.listen(listener);
    }

    private <T> List<T> all(Function<NamespaceObjects, Stream<T>> ofNamespace, Function<T, ObjectKey> key) {
        return cache.namespaces().stream()
                .flatMap(namespace -> cache
                        .read(namespace, objects -> ofNamespace.apply(objects).toList())
                        .stream())
                .sorted(Comparator.comparing(key))
                .toList();
    }
}
