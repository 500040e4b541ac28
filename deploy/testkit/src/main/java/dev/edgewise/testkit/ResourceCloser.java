package dev.edgewise.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Closes what was opened, last first: at its own end, or at the end of the JVM, as after Ctrl-C. Once. */
public final class ResourceCloser implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Object closing = new Object();
    private final Thread hook = new Thread(this::closeAll, "closer");
    private boolean closed;

    /** Begins to listen for the end of the JVM. */
    public ResourceCloser() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Remembers to close it.
     *
     * @throws IllegalStateException if all was closed already; then it is closed, too
     */
    public <T extends AutoCloseable> T add(T resource) {
        synchronized (this) {
            if (!closed) {
                open.push(resource);
                return resource;
            }
        }
        close(resource);
        throw new IllegalStateException("stopped");
    }

    /** Whether the end has begun. */
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The hook does nothing a second time.
        }
    }

    /** A second caller waits until the first is done. */
    private void closeAll() {
        synchronized (this) {
            closed = true;
        }
        synchronized (closing) {
            for (AutoCloseable next = next(); next != null; next = next()) {
                close(next);
            }
        }
    }

    private synchronized @Nullable AutoCloseable next() {
        return open.poll();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            System.err.println("could not be cleaned up: " + e.getMessage());
        }
    }
}
