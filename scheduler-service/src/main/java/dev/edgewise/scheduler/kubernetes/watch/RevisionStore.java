package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an informer has to remember of its objects: which there are, in which version. The objects themselves live on as
 * records of the decision core only, which saves most of an informer's memory.
 */
final class RevisionStore<T extends HasMetadata> implements ItemStore<T> {
    private final Map<String, String> revisions = new ConcurrentHashMap<>();
    private final Supplier<T> blank;

    RevisionStore(Supplier<T> blank) {
        this.blank = blank;
    }

    @Override
    public String getKey(T object) {
        return ObjectName.of(object.getMetadata()).toString();
    }

    @Override
    public @Nullable T put(String key, T object) {
        return stub(key, revisions.put(key, object.getMetadata().getResourceVersion()));
    }

    @Override
    public @Nullable T remove(String key) {
        return stub(key, revisions.remove(key));
    }

    @Override
    public Stream<String> keySet() {
        return revisions.keySet().stream();
    }

    @Override
    public Stream<T> values() {
        return revisions.entrySet().stream().map(entry -> present(entry.getKey(), entry.getValue()));
    }

    @Override
    public @Nullable T get(String key) {
        return stub(key, revisions.get(key));
    }

    @Override
    public int size() {
        return revisions.size();
    }

    /** Tells the informer to hand objects on as they come: it cannot get them back from here. */
    @Override
    public boolean isFullState() {
        return false;
    }

    private @Nullable T stub(String key, @Nullable String revision) {
        return revision == null ? null : present(key, revision);
    }

    private T present(String key, String revision) {
        ObjectName name = ObjectName.parse(key);
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(name.name());
        metadata.setNamespace(name.namespace().isEmpty() ? null : name.namespace());
        metadata.setResourceVersion(revision);
        T object = blank.get();
        object.setMetadata(metadata);
        return object;
    }
}
