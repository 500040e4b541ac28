package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.Reply;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
import dev.edgewise.scheduler.kubernetes.http.Stream;
import java.io.IOException;
import java.util.function.Consumer;

/** Lists and watches the objects of a kind. */
final class KindReader<T extends io.fabric8.kubernetes.api.model.HasMetadata> {
    /** Objects per page of a list: what is held as bytes at one time. */
    private static final int PAGE = 500;
    /** After this time the server ends a watch, and the next goes on from there: connections do not live forever. */
    private static final int WATCH_SECONDS = 3600;

    private final ApiRequests api;
    private final WatchedKind<T> kind;
    private final Encoding<T> encoding;

    KindReader(ApiRequests api, WatchedKind<T> kind) {
        this.api = api;
        this.kind = kind;
        this.encoding = new JsonEncoding<>(kind.type());
    }

    /**
     * Reads them all, page by page.
     *
     * @return version of the list
     */
    String list(Consumer<T> objects) throws IOException, RefusedException {
        String next = "";
        while (true) {
            ObjectQuery query = ObjectQuery.of(kind).with("limit", Integer.toString(PAGE));
            Encoding.Page page = page(query.with("continue", next), objects);
            if (page.next().isEmpty()) {
                return page.revision();
            }
            next = page.next();
        }
    }

    /** Reads the one of that name, if it is there and the kind selects it. */
    void read(ObjectName name, Consumer<T> object) throws IOException, RefusedException {
        String selector = "metadata.name=" + name.name()
                + (name.namespace().isEmpty() ? "" : ",metadata.namespace=" + name.namespace())
                + (kind.fields().isEmpty() ? "" : "," + kind.fields());
        page(ObjectQuery.of(kind, selector), object);
    }

    /** @param revision the version to go on from */
    Stream watch(String revision) throws IOException, RefusedException {
        String query = ObjectQuery.of(kind)
                .with("watch", "true")
                .with("allowWatchBookmarks", "true")
                .with("resourceVersion", revision)
                .with("timeoutSeconds", Integer.toString(WATCH_SECONDS))
                .toString();
        Stream stream = open(query);
        if (stream.code() != 200) {
            try (stream) {
                throw new RefusedException(new Reply(stream.code(), stream.rest()));
            }
        }
        return stream;
    }

    Encoding.Events<T> events(Stream watch) throws IOException {
        return encoding.events(watch.body());
    }

    private Encoding.Page page(ObjectQuery query, Consumer<T> objects) throws IOException, RefusedException {
        Reply reply;
        try {
            reply = api.get(query.toString());
        } catch (UnansweredException unanswered) {
            throw new IOException(unanswered.getMessage(), unanswered);
        }
        if (!reply.isSuccess()) {
            throw new RefusedException(reply);
        }
        return encoding.page(reply.body(), objects);
    }

    private Stream open(String query) throws IOException {
        try {
            return api.open(query, ApiRequests.JSON);
        } catch (UnansweredException unanswered) {
            throw new IOException(unanswered.getMessage(), unanswered);
        }
    }
}
