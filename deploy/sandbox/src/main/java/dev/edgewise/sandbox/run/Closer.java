package dev.edgewise.sandbox.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** Closes what was opened, last first; what is opened after the end is closed at once. */
final class Closer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Closer.class.getName());

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private boolean closed;

    <T extends AutoCloseable> T add(T resource) {
        synchronized (this) {
            if (!closed) {
                open.push(resource);
                return resource;
            }
        }
        close(resource);
        throw SandboxException.failure("the sandbox is stopping");
    }

    /** A second caller waits until the first is done. */
    @Override
    public synchronized void close() {
        closed = true;
        for (AutoCloseable resource : open) {
            if (resource instanceof ServiceProcess process) {
                process.expectEnd();
            }
        }
        while (!open.isEmpty()) {
            close(open.pop());
        }
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "closing " + resource.getClass().getSimpleName(), e);
        }
    }
}
