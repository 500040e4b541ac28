package dev.edgewise.global.kubernetes;

import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestNames;

/** Paths of GlobalRequests. */
final class RequestPaths {
    static final String API = "/apis/" + RequestNames.GROUP + "/" + RequestNames.VERSION;

    private RequestPaths() {}

    static String all(String namespace) {
        return API + "/namespaces/" + namespace + "/" + RequestNames.PLURAL;
    }

    static String of(RequestKey key) {
        return all(key.namespace()) + "/" + key.name();
    }

    static String status(RequestKey key) {
        return of(key) + "/status";
    }
}
