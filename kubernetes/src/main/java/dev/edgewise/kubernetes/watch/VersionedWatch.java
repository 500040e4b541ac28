package dev.edgewise.kubernetes.watch;

import dev.edgewise.http.Stream;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The version of a kind up to which everything was delivered, and the list or watch that is open to bring it further. */
final class VersionedWatch<T extends HasMetadata> {
    private final KindReader<T> reader;
    private final ObjectDispatcher<T> dispatcher;
    private final WatchLength length;
    private volatile boolean stopped;
    private volatile @Nullable Stream stream;
    private volatile @Nullable String revision;

    VersionedWatch(KindReader<T> reader, ObjectDispatcher<T> dispatcher, WatchLength length) {
        this.reader = reader;
        this.dispatcher = dispatcher;
        this.length = length;
    }

    /** Everything up to this version was delivered; 0 before the first list. */
    long progress() {
        return ResourceVersion.parse(revision);
    }

    long newest() throws IOException, ApiStatusException {
        return reader.newest();
    }

    /** Whether there is no version to continue from. */
    boolean needsList() {
        return revision == null;
    }

    void forget() {
        revision = null;
    }

    void list() throws IOException, ApiStatusException {
        revision = FullList.read(reader, dispatcher);
    }

    /**
     * Watches from the version on until the watch ends or is closed.
     *
     * @param onEvent called at each event
     */
    void follow(Runnable onEvent) throws IOException, ApiStatusException {
        String from = revision;
        if (from == null) {
            return;
        }
        int seconds = length.nextSeconds();
        try (Stream opened = reader.watch(from, seconds, length.silence(seconds))) {
            stream = opened;
            if (!stopped && !length.isHurried()) {
                read(opened, onEvent);
            }
        } finally {
            stream = null;
        }
    }

    /** Ends what is open, for good. */
    void stop() {
        stopped = true;
        reader.stop();
        closeStream();
    }

    /** Replaces the watch by a short one, whose bookmark reports the API server's version within about two seconds. */
    void hurry() {
        length.hurry();
        closeStream();
    }

    boolean isHurried() {
        return length.isHurried();
    }

    /** Returns whether there was one. */
    boolean closeStream() {
        Stream open = stream;
        if (open != null) {
            open.close();
        }
        return open != null;
    }

    /** Closing the stream here is no failure; the next watch is short, as this one may have been. */
    private void read(Stream opened, Runnable onEvent) throws IOException, ApiStatusException {
        try {
            JsonEncoding.Events<T> events = reader.events(opened);
            for (WatchEvent<T> event = events.next(); event != null; event = events.next()) {
                onEvent.run();
                dispatch(event);
            }
            opened.finish();
        } catch (IOException cut) {
            if (!opened.isClosed()) {
                throw cut;
            }
            length.hurry();
        }
    }

    private void dispatch(WatchEvent<T> event) throws ApiStatusException {
        if (event instanceof WatchEvent.Changed<T> changed) {
            dispatcher.changed(changed.object());
            revision = changed.object().getMetadata().getResourceVersion();
        } else if (event instanceof WatchEvent.Unreadable<T> unreadable) {
            dispatcher.unreadable(unreadable.partial(), unreadable.problem());
            advance(unreadable.partial());
        } else if (event instanceof WatchEvent.Gone<T> gone) {
            dispatcher.gone(gone.object());
            advance(gone.object());
        } else if (event instanceof WatchEvent.Bookmark<T> bookmark) {
            revision = bookmark.revision();
        } else if (event instanceof WatchEvent.Failed<T> failed) {
            throw new ApiStatusException(failed.code(), failed.message());
        }
    }

    /** What could be read of the object may lack the version. */
    private void advance(T partial) {
        String version = partial.getMetadata().getResourceVersion();
        if (version != null) {
            revision = version;
        }
    }
}
