package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.client.utils.Serialization;

/** Objects as people write them. */
public final class Yaml {
    private Yaml() {}

    static io.fabric8.kubernetes.api.model.Pod pod(String spec) {
        return read(
                io.fabric8.kubernetes.api.model.Pod.class,
                """
                metadata: {name: web-0, namespace: shop, labels: {app: web, tier: front}}
                spec:
                """
                        + spec.indent(2));
    }

    public static <T> T read(Class<T> type, String yaml) {
        return Serialization.unmarshal(yaml, type);
    }
}
