package dev.edgewise.kubernetes.watch;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads the objects of a kind from what the API server sends. */
interface Encoding<T> {
    /**
     * Reads one page of a list while it comes, so that no more than one object is held at a time.
     *
     * @throws UnreadablePageException if it breaks off after it said which page is next
     */
    Page page(InputStream list, ObjectSink<T> items) throws IOException;

    /** Reads the events of a watch. */
    Events<T> events(InputStream watch) throws IOException;

    /**
     * What a page of a list says of itself.
     *
     * @param revision version of the whole list
     * @param next asks for the next page; empty after the last
     */
    record Page(String revision, String next) {}

    /** The events of one watch, in order. */
    @FunctionalInterface
    interface Events<T> {
        /** The next, for which it waits; null when the watch has ended. */
        @Nullable
        WatchEvent<T> next() throws IOException;
    }
}
