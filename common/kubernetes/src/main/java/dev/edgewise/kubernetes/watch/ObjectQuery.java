package dev.edgewise.kubernetes.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Path and query of a request for the objects of a kind. */
final class ObjectQuery {
    private final StringBuilder path;
    private char separator = '?';

    private ObjectQuery(String path) {
        this.path = new StringBuilder(path);
    }

    static ObjectQuery of(WatchedKind<?> kind) {
        return of(kind, kind.fields());
    }

    static ObjectQuery of(WatchedKind<?> kind, String fields) {
        return new ObjectQuery(kind.path()).with("fieldSelector", fields).with("labelSelector", kind.labels());
    }

    /** Adds a parameter, unless it is empty. */
    ObjectQuery with(String parameter, String value) {
        if (!value.isEmpty()) {
            path.append(separator)
                    .append(parameter)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
            separator = '&';
        }
        return this;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
