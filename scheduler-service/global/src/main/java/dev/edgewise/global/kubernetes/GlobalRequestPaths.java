package dev.edgewise.global.kubernetes;

import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestKey;

/** Paths of GlobalRequests. */
final class GlobalRequestPaths {
    static final String API = "/apis/" + GlobalRequestObjectNames.GROUP + "/" + GlobalRequestObjectNames.VERSION;

    private GlobalRequestPaths() {}

    static String all(String namespace) {
        return API + "/namespaces/" + namespace + "/" + GlobalRequestObjectNames.PLURAL;
    }

    static String of(RequestKey key) {
        return all(key.namespace()) + "/" + key.name();
    }

    static String status(RequestKey key) {
        return of(key) + "/status";
    }
}
