package dev.edgewise.scheduler.slots.model;

import java.time.Instant;
import java.util.Comparator;

/**
 * The metadata of a Testbed, BatchJob or Scheduling that decisions need.
 *
 * @param uid unlike that of any other object, also of one with the same name before or after it
 * @param resourceVersion the version that was read; a write of the status gives it as its precondition
 * @param generation number of the spec's version
 * @param createdAt by the API server's clock
 * @param deleted whether it was deleted, and is there only as a finalizer keeps it
 * @param hasFinalizer whether our finalizer is among its finalizers
 */
public record ObjectMetadata(
        ObjectKey key,
        String uid,
        String resourceVersion,
        long generation,
        Instant createdAt,
        boolean deleted,
        boolean hasFinalizer) {
    /** The order in which objects that compete are served: oldest first, then by uid. */
    public static final Comparator<ObjectMetadata> OLDEST_FIRST =
            Comparator.comparing(ObjectMetadata::createdAt).thenComparing(ObjectMetadata::uid);

    public String name() {
        return key.name();
    }

    public String namespace() {
        return key.namespace();
    }
}
