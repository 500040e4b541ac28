package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;

/** Delivers all objects of a kind; objects delivered before that are not listed are gone. */
final class FullRelistSink<T extends HasMetadata> implements ObjectSink<T> {
    private final ObjectDispatcher<T> dispatcher;
    private final ResourceVersionByNameMap listed = new ResourceVersionByNameMap();

    private FullRelistSink(ObjectDispatcher<T> dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** Returns the version of the list. */
    static <T extends HasMetadata> String read(KindReader<T> reader, ObjectDispatcher<T> dispatcher)
            throws IOException, ApiStatusException {
        FullRelistSink<T> list = new FullRelistSink<>(dispatcher);
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
        add(object);
        dispatcher.changed(object);
    }

    @Override
    public void unreadable(T partial, String problem) {
        add(partial);
        dispatcher.unreadable(partial, problem);
    }

    private void add(T object) {
        listed.put(NamespacedName.of(object.getMetadata()), ResourceVersion.of(object.getMetadata()));
    }
}
