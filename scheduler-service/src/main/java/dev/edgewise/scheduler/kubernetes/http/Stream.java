package dev.edgewise.scheduler.kubernetes.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** An answer that goes on for as long as the server likes, such as a watch. */
public final class Stream implements Closeable {
    private final Head head;
    private final Body body;
    private final Runnable release;

    Stream(Head head, Body body, Runnable release) {
        this.head = head;
        this.body = body;
        this.release = release;
    }

    /** HTTP status. */
    public int code() {
        return head.code();
    }

    /** Content type; empty if there is none. */
    public String type() {
        return head.type();
    }

    public InputStream body() {
        return body;
    }

    /** Reads the rest, where there is little of it, such as a refusal. */
    public byte[] rest() throws IOException {
        return body.readAllBytes();
    }

    /** Ends it, and with it a read that is under way on another thread. */
    @Override
    public void close() {
        release.run();
    }
}
