package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.scheduler.model.PodKey;

/** PodPaths of the core API. Names of Kubernetes objects need no escaping. */
final class PodPaths {
    private static final String NAMESPACES = "/api/v1/namespaces/";

    private PodPaths() {}

    public static String pods(String namespace) {
        return NAMESPACES + namespace + "/pods";
    }

    public static String pod(PodKey key) {
        return pods(key.namespace()) + "/" + key.name();
    }

    public static String podStatus(PodKey key) {
        return pod(key) + "/status";
    }

    public static String binding(PodKey key) {
        return pod(key) + "/binding";
    }
}
