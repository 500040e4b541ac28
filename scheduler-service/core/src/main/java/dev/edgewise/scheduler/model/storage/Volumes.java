package dev.edgewise.scheduler.model.storage;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The PersistentVolumes of the cluster. Immutable.
 *
 * @param byName every volume
 * @param byClass the volumes again, by storage class: claims only ever look for volumes of their own class
 * @param assumed the volumes that are merely assumed to be kept for a claim, by that claim
 */
public record Volumes(
        PMap<String, Volume> byName,
        PMap<String, PMap<String, Volume>> byClass,
        PMap<ClaimKey, PMap<String, Volume>> assumed) {
    static final Volumes NONE = new Volumes(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    Collection<Volume> of(String storageClass) {
        return byClass.getOrDefault(storageClass, HashTreePMap.empty()).values();
    }

    Collection<Volume> assumedFor(ClaimKey claim) {
        return assumed.getOrDefault(claim, HashTreePMap.empty()).values();
    }

    Volumes with(Volume volume) {
        Volumes rest = without(volume.name());
        ClaimKey claim = assumedClaim(volume);
        return new Volumes(
                rest.byName.plus(volume.name(), volume),
                plus(rest.byClass, volume.storageClass(), volume),
                claim == null ? rest.assumed : plus(rest.assumed, claim, volume));
    }

    Volumes without(String name) {
        Volume known = byName.get(name);
        if (known == null) {
            return this;
        }
        ClaimKey claim = assumedClaim(known);
        return new Volumes(
                byName.minus(name),
                minus(byClass, known.storageClass(), name),
                claim == null ? assumed : minus(assumed, claim, name));
    }

    private static @Nullable ClaimKey assumedClaim(Volume volume) {
        Volume.Reserved reserved = volume.claim();
        return reserved == null || !reserved.assumed() ? null : reserved.key();
    }

    private static <K> PMap<K, PMap<String, Volume>> plus(PMap<K, PMap<String, Volume>> groups, K key, Volume volume) {
        return groups.plus(key, groups.getOrDefault(key, HashTreePMap.empty()).plus(volume.name(), volume));
    }

    private static <K> PMap<K, PMap<String, Volume>> minus(PMap<K, PMap<String, Volume>> groups, K key, String name) {
        PMap<String, Volume> rest =
                groups.getOrDefault(key, HashTreePMap.empty()).minus(name);
        return rest.isEmpty() ? groups.minus(key) : groups.plus(key, rest);
    }
}
