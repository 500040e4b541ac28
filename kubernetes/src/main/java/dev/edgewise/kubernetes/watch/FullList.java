package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Delivers all objects of a kind; objects delivered before that are not listed are gone. */
final class FullList<T extends HasMetadata> implements ObjectSink<T> {
    private final ObjectDispatcher<T> dispatcher;
    private final Set<NamespacedName> listed = new HashSet<>();

    private FullList(ObjectDispatcher<T> dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** Returns the version of the list. */
    static <T extends HasMetadata> String read(KindReader<T> reader, ObjectDispatcher<T> dispatcher)
            throws IOException, ApiStatusException {
        FullList<T> list = new FullList<>(dispatcher);
        String version = reader.list(list);
        dispatcher.goneUnless(list.listed, ResourceVersion.parse(version));
        return version;
    }

    /** Objects of an interrupted attempt may be deleted by now. */
    @Override
    public void begun() {
        listed.clear();
    }

    @Override
    public void object(T object) {
        listed.add(NamespacedName.of(object.getMetadata()));
        dispatcher.changed(object);
    }

    @Override
    public void unreadable(T partial, String problem) {
        listed.add(NamespacedName.of(partial.getMetadata()));
        dispatcher.unreadable(partial, problem);
    }
}
