package dev.edgewise.scheduler.kubernetes.convert;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Map;

/** Reads the labels of a namespace. */
public final class NamespaceConverter {
    private NamespaceConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static Map<String, String> labels(Namespace namespace) {
        return Weight.checked(
                "metadata.labels",
                Fields.texts("metadata.labels", namespace.getMetadata().getLabels()));
    }
}
