package dev.edgewise.networkprobe.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Of what an informer saw, name and version only: those it needs to tell what changed. The rest goes to the directory, as far as it
 * matters; a node as such, with its images and conditions, takes tens of kilobytes.
 */
final class VersionsOnly<T extends HasMetadata> implements ItemStore<T> {
    /** Version by key. */
    private final Map<String, String> versions = new ConcurrentHashMap<>();

    private final Supplier<T> empty;

    /** @param empty makes an object without anything */
    VersionsOnly(Supplier<T> empty) {
        this.empty = empty;
    }

    @Override
    public String getKey(T object) {
        return Cache.metaNamespaceKeyFunc(object);
    }

    @Override
    public @Nullable T put(String key, T object) {
        return restored(key, versions.put(key, object.getMetadata().getResourceVersion()));
    }

    @Override
    public @Nullable T remove(String key) {
        return restored(key, versions.remove(key));
    }

    @Override
    public @Nullable T get(String key) {
        return restored(key, versions.get(key));
    }

    @Override
    public Stream<String> keySet() {
        return versions.keySet().stream();
    }

    @Override
    public Stream<T> values() {
        return versions.keySet().stream().map(this::get).filter(Objects::nonNull);
    }

    @Override
    public int size() {
        return versions.size();
    }

    @Override
    public boolean isFullState() {
        return false;
    }

    private @Nullable T restored(String key, @Nullable String version) {
        if (version == null) {
            return null;
        }
        int slash = key.indexOf('/');
        T object = empty.get();
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(slash < 0 ? null : key.substring(0, slash))
                .withName(key.substring(slash + 1))
                .withResourceVersion(version)
                .build());
        return object;
    }
}
