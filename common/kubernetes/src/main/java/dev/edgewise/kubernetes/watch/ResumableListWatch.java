package dev.edgewise.kubernetes.watch;

import dev.edgewise.http.StreamingHttpResponse;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The version of a kind up to which everything was delivered, and the list or watch that is open to bring it further.
 * Versions grow, so an older one says that the API server has another history than before, as after etcd was restored
 * from a backup: then all is read again, whatever version each object has. A watch from a version that the server never
 * reached stays silent, so one without any event is checked.
 */
final class ResumableListWatch<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(ResumableListWatch.class);

    private final String kind;
    private final Counter rewinds;
    private final KindReader<T> reader;
    private final ObjectDispatcher<T> dispatcher;
    private final WatchTimeout length;
    private volatile boolean stopped;
    private volatile @Nullable StreamingHttpResponse stream;
    private volatile @Nullable String revision;
    /** Newest version of this history. */
    private volatile long newest;
    /** Whether all must be listed, as the history is another. */
    private volatile boolean rewound;
    /** Whether the watch gives reason to ask whether the history is another. */
    private boolean doubtful;

    ResumableListWatch(
            String kind,
            KindReader<T> reader,
            ObjectDispatcher<T> dispatcher,
            WatchTimeout length,
            MeterRegistry meters) {
        this.kind = kind;
        this.rewinds = Counter.builder("edgewise.watch.rewinds")
                .description("Times that the API server had an older state than before, so that all was read again")
                .tag("kind", kind)
                .register(meters);
        this.reader = reader;
        this.dispatcher = dispatcher;
        this.length = length;
    }

    /** Version up to which all changes were delivered; 0 before the first list. */
    long progress() {
        return rewound ? 0 : ResourceVersion.parse(revision);
    }

    /** The newest version of the API server. */
    long newest() throws IOException, ApiStatusException {
        long known = newest;
        long now = reader.newest();
        if (now < known && newest >= known) {
            rewind(now);
        }
        return now;
    }

    /**
     * Reads all objects again, as the API server has an older state than before.
     *
     * @param now its newest version
     */
    void rewind(long now) {
        LOG.warn(
                "The API server has gone back to an older state, so all objects are read again; kind={} version={} before={}",
                kind,
                now,
                newest);
        rewinds.increment();
        newest = now;
        dispatcher.forgetVersions();
        rewound = true;
        closeStream();
    }

    /** Whether there is no version to continue from. */
    boolean needsList() {
        return revision == null || rewound;
    }

    void forget() {
        revision = null;
    }

    void list() throws IOException, ApiStatusException {
        rewound = false;
        String listed = FullRelistSink.read(reader, dispatcher);
        if (ResourceVersion.parse(listed) < newest) {
            // What was older than the objects of before was dropped.
            rewind(ResourceVersion.parse(listed));
            rewound = false;
            listed = FullRelistSink.read(reader, dispatcher);
        }
        advance(listed);
    }

    /** Takes a version as that of all that was delivered, unless it is older than one before. */
    private void advance(@Nullable String version) {
        long number = ResourceVersion.parse(version);
        if (number > 0 && number < newest) {
            doubtful = true;
        } else if (number > 0) {
            newest = number;
            revision = version;
        }
    }

    /**
     * Watches from the version on until the watch ends or is closed.
     *
     * @param onEvent called at each event
     */
    void follow(Runnable onEvent) throws IOException, ApiStatusException {
        String from = revision;
        if (from == null || rewound) {
            return;
        }
        doubtful = true;
        int seconds = length.nextSeconds();
        try (StreamingHttpResponse opened = reader.watch(from, seconds, length.silence(seconds))) {
            stream = opened;
            if (!stopped && !length.isHurried()) {
                read(opened, onEvent);
            }
        } finally {
            stream = null;
        }
        if (doubtful && !stopped && !rewound && !length.isHurried()) {
            newest();
        }
    }

    /** Closes the open stream permanently. */
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
        StreamingHttpResponse open = stream;
        if (open != null) {
            open.close();
        }
        return open != null;
    }

    /** Closing the stream here is no failure; the next watch is short, as this one may have been. */
    private void read(StreamingHttpResponse opened, Runnable onEvent) throws IOException, ApiStatusException {
        try {
            JsonObjectReader.Events<T> events = reader.events(opened);
            for (WatchEvent<T> event = events.next(); event != null; event = events.next()) {
                onEvent.run();
                doubtful = false;
                dispatch(event);
                if (doubtful) {
                    return;
                }
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
            advance(changed.object());
        } else if (event instanceof WatchEvent.Unreadable<T> unreadable) {
            dispatcher.unreadable(unreadable.partial(), unreadable.problem());
            advance(unreadable.partial());
        } else if (event instanceof WatchEvent.Gone<T> gone) {
            dispatcher.gone(gone.object());
            advance(gone.object());
        } else if (event instanceof WatchEvent.Bookmark<T> bookmark) {
            advance(bookmark.revision());
        } else if (event instanceof WatchEvent.Failed<T> failed) {
            throw new ApiStatusException(failed.code(), failed.message());
        }
    }

    /** Advances to the object's version, which a partly readable object may lack. */
    private void advance(T object) {
        advance(object.getMetadata().getResourceVersion());
    }
}
