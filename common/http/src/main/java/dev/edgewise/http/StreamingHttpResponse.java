package dev.edgewise.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;

/** A streaming response: a watch, or a long list. */
public final class StreamingHttpResponse implements Closeable {
    private static final int BUFFER = 16 * 1024;

    private final HttpResponseHead head;
    private final HttpResponseBody raw;
    private final InputStream body;
    private final Runnable release;
    private final AtomicBoolean closed = new AtomicBoolean();

    StreamingHttpResponse(HttpResponseHead head, HttpResponseBody raw, Runnable release) throws IOException {
        this.head = head;
        this.raw = raw;
        this.body = head.gzipped() ? new GZIPInputStream(raw, BUFFER) : raw;
        this.release = release;
    }

    public int code() {
        return head.code();
    }

    /** Content type; empty if the response has none. */
    public String type() {
        return head.type();
    }

    /** Time when it began, in the form of the {@code Date} header; empty if the server does not send it. */
    public String date() {
        return head.date();
    }

    public InputStream body() {
        return body;
    }

    /** Reads the rest, where there is little of it, such as a refusal. */
    public byte[] rest() throws IOException {
        byte[] rest = body.readAllBytes();
        finish();
        return rest;
    }

    /**
     * Reads the end of the response after the last byte that matters, so that the connection can serve another request.
     */
    public void finish() throws IOException {
        raw.transferTo(OutputStream.nullOutputStream());
    }

    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Closes the stream, and ends a read on another thread. The reader may close it as well: the connection is returned
     * once.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
