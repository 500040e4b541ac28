package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Key;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.state.ClusterFeed;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.CSIStorageCapacity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.List;

/** The kinds that describe where a pod's volumes can be. */
final class StorageWatches {
    private StorageWatches() {}

    public static List<WatchedKind<?>> all(ClusterFeed feed, HeavyObjectAccounting heavy) {
        return List.of(
                claims(feed, heavy),
                volumes(feed),
                classes(feed),
                drivers(feed),
                nodes(feed),
                capacities(feed),
                attachments(feed));
    }

    private static WatchedKind<?> claims(ClusterFeed feed, HeavyObjectAccounting heavy) {
        return WatchedKind.all(PersistentVolumeClaim.class, claim -> read(claim, feed, heavy), (namespace, name) -> {
            ClaimKey key = new ClaimKey(namespace, name);
            heavy.forget(heavyKey(key));
            feed.fact(ClusterStorageObjects.FACT, storage -> storage.withoutClaim(key));
        });
    }

    private static Key heavyKey(ClaimKey claim) {
        return new Key("persistentvolumeclaims", claim.namespace(), claim.name());
    }

    /** Reads a claim; an unreadable one is known as such to the pods that mount it. */
    private static void read(PersistentVolumeClaim claim, ClusterFeed feed, HeavyObjectAccounting heavy) {
        try {
            var converted = StorageConverter.convert(claim);
            heavy.keep(heavyKey(converted.key()), RetainedSizeEstimator.parts("spec.selector", converted.selector()));
            feed.fact(ClusterStorageObjects.FACT, storage -> storage.withClaim(converted));
        } catch (InvalidObjectException problem) {
            var unreadable = StorageConverter.unreadable(claim, problem);
            heavy.forget(heavyKey(unreadable.key()));
            feed.fact(ClusterStorageObjects.FACT, storage -> storage.withClaim(unreadable));
            throw problem;
        }
    }

    private static WatchedKind<?> volumes(ClusterFeed feed) {
        return WatchedKind.all(
                PersistentVolume.class,
                volume -> {
                    var converted = StorageConverter.convert(volume);
                    feed.fact(ClusterStorageObjects.FACT, storage -> storage.withVolume(converted));
                },
                (none, name) -> feed.fact(ClusterStorageObjects.FACT, storage -> storage.withoutVolume(name)));
    }

    private static WatchedKind<?> classes(ClusterFeed feed) {
        return WatchedKind.all(
                StorageClass.class,
                storageClass -> {
                    var converted = StorageConverter.convert(storageClass);
                    feed.fact(ClusterStorageObjects.FACT, storage -> storage.withClass(converted));
                },
                (none, name) -> feed.fact(ClusterStorageObjects.FACT, storage -> storage.withoutClass(name)));
    }

    private static WatchedKind<?> drivers(ClusterFeed feed) {
        return WatchedKind.all(
                CSIDriver.class,
                driver -> {
                    String name = driver.getMetadata().getName();
                    boolean tracks = StorageConverter.tracksCapacity(driver);
                    feed.fact(ClusterStorageObjects.FACT, storage -> storage.withDriver(name, tracks));
                },
                (none, name) -> feed.fact(ClusterStorageObjects.FACT, storage -> storage.withoutDriver(name)));
    }

    private static WatchedKind<?> nodes(ClusterFeed feed) {
        return WatchedKind.all(
                CSINode.class,
                node -> {
                    String name = node.getMetadata().getName();
                    var limits = AttachmentConverter.limits(node);
                    feed.fact(
                            ClusterStorageObjects.FACT,
                            storage -> storage.limiting(all -> all.withLimits(name, limits)));
                },
                (none, name) -> feed.fact(
                        ClusterStorageObjects.FACT, storage -> storage.limiting(all -> all.withoutLimits(name))));
    }

    private static WatchedKind<?> capacities(ClusterFeed feed) {
        return WatchedKind.all(
                CSIStorageCapacity.class,
                capacity -> {
                    var converted = StorageConverter.convert(capacity);
                    feed.fact(ClusterStorageObjects.FACT, storage -> storage.withCapacity(converted));
                },
                (namespace, name) -> feed.fact(
                        ClusterStorageObjects.FACT, storage -> storage.withoutCapacity(new ClaimKey(namespace, name))));
    }

    private static WatchedKind<?> attachments(ClusterFeed feed) {
        return WatchedKind.all(
                VolumeAttachment.class,
                attachment -> {
                    var converted = AttachmentConverter.convert(attachment);
                    if (converted != null) {
                        feed.fact(ClusterStorageObjects.FACT, storage -> storage.withAttachment(converted));
                    }
                },
                (none, name) -> feed.fact(ClusterStorageObjects.FACT, storage -> storage.withoutAttachment(name)));
    }
}
