package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Change;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.StoredObject;
import java.util.Collection;
import java.util.function.Predicate;

/** One open watch: which objects it is about, and where its events go. */
public final class Watch {
    /** The connection to the watcher. Must not block; keeps the order. */
    public interface Sink {
        void send(String event);

        void end();
    }

    private final RequestedObjectRenderer view;
    private final Predicate<StoredObject> selector;
    private final boolean bookmarks;
    private final boolean announceStart;
    private final Sink sink;
    private boolean first = true;

    /**
     * @param bookmarks whether the watcher wants to hear of versions at which nothing happened to its objects
     * @param announceStart whether to mark the end of what existed at the start, as {@code sendInitialEvents} asks
     */
    Watch(
            RequestedObjectRenderer view,
            Predicate<StoredObject> selector,
            boolean bookmarks,
            boolean announceStart,
            Sink sink) {
        this.view = view;
        this.selector = selector;
        this.bookmarks = bookmarks;
        this.announceStart = announceStart;
        this.sink = sink;
    }

    ResourceType type() {
        return view.asked();
    }

    void start(Collection<StoredObject> existing, long version) {
        existing.stream().filter(selector).forEach(object -> send("ADDED", object));
        if (announceStart) {
            ObjectNode mark = mark(version);
            Json.child(Json.metadata(mark), "annotations").put("k8s.io/initial-events-end", "true");
            send("BOOKMARK", mark);
        }
    }

    /** An object that stops matching the selector reads as deleted, one that starts to as added. */
    void send(Change change) {
        if (!change.subject().type().storageKey().equals(type().storageKey())) {
            return;
        }
        StoredObject before = change.before();
        StoredObject after = change.after();
        boolean was = before != null && selector.test(before);
        if (after != null && selector.test(after)) {
            send(was ? "MODIFIED" : "ADDED", after);
        } else if (before != null && was) {
            ObjectNode gone = before.copy();
            Json.metadata(gone).put("resourceVersion", Long.toString(change.version()));
            send("DELETED", gone);
        }
    }

    void bookmark(long version) {
        if (bookmarks) {
            send("BOOKMARK", mark(version));
        }
    }

    void fail(ApiException refusal) {
        write("ERROR", Json.render(refusal.status()));
        end();
    }

    void end() {
        sink.end();
    }

    private ObjectNode mark(long version) {
        ObjectNode mark = Json.object().put("kind", type().kind()).put("apiVersion", type().apiVersion());
        Json.metadata(mark).put("resourceVersion", Long.toString(version));
        return mark;
    }

    private void send(String kind, StoredObject object) {
        write(kind, view.one(object, first));
        first = false;
    }

    private void send(String kind, ObjectNode stored) {
        write(kind, view.one(stored, first));
        first = false;
    }

    private void write(String kind, String object) {
        sink.send("{\"type\":\"" + kind + "\",\"object\":" + object + "}\n");
    }
}
