package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Writes to the objects in memory, with versions as the API server has them. */
public final class FakeSlotWriter implements SlotObjectWriter {
    private final FakeSlotObjects objects;
    private int version = 100;

    public FakeSlotWriter(FakeSlotObjects objects) {
        this.objects = objects;
    }

    @Override
    public Written create(ObjectKey key, SchedulingSpec spec) {
        Scheduling known = objects.scheduling(key);
        if (known == null) {
            return put(key, spec, null);
        }
        if (!known.spec().equals(spec)) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "exists");
        }
        return new Written(known, false);
    }

    @Override
    public Written put(ObjectKey key, SchedulingSpec spec, @Nullable String resourceVersion) {
        Scheduling known = objects.scheduling(key);
        requireVersion(known == null ? null : known.metadata().resourceVersion(), resourceVersion);
        version++;
        Scheduling written = new Scheduling(
                SlotFixtures.metadata(key.namespace(), key.name(), version), spec, null, SchedulingStatus.NONE);
        objects.put(written);
        return new Written(written, known == null);
    }

    @Override
    public Written replace(ObjectKey key, SchedulingSpec spec) {
        return put(key, spec, null);
    }

    @Override
    public boolean deleteScheduling(ObjectKey key, @Nullable String resourceVersion) {
        Scheduling known = objects.scheduling(key);
        requireVersion(known == null ? null : known.metadata().resourceVersion(), resourceVersion);
        boolean isStored = objects.stored().scheduling(key) != null;
        objects.removeScheduling(key);
        return isStored;
    }

    @Override
    public BatchJob putExternalData(
            ObjectKey key, Map<String, List<Map<String, String>>> data, @Nullable String resourceVersion) {
        BatchJob known = objects.job(key);
        if (known == null) {
            throw new NotFoundException("There is no batch job " + key);
        }
        requireVersion(known.metadata().resourceVersion(), resourceVersion);
        version++;
        BatchJobSpec spec = known.spec();
        BatchJob written = new BatchJob(
                SlotFixtures.metadata(key.namespace(), key.name(), version),
                new BatchJobSpec(spec.application(), spec.failurePolicy(), spec.longestRun(), data),
                null,
                known.status());
        objects.put(written);
        return written;
    }

    private static void requireVersion(@Nullable String found, @Nullable String wanted) {
        if (wanted != null && !wanted.equals(found)) {
            throw new ResponseStatusException(HttpStatus.PRECONDITION_FAILED, "another version");
        }
    }
}
