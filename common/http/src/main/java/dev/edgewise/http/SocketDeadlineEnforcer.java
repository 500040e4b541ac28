package dev.edgewise.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Closes a socket whose write or handshake is not done in time: Java bounds single reads only. */
final class SocketDeadlineEnforcer {
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private SocketDeadlineEnforcer() {}

    /** Work on a socket that may block. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    /**
     * Runs the work, and closes the socket, which ends the work, at the deadline.
     *
     * @param deadline by {@link System#nanoTime()}
     * @throws SocketTimeoutException if it was not done by then
     */
    static void run(Socket socket, long deadline, Work work) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        Future<?> end = TIMER.schedule(
                () -> {
                    late.set(true);
                    abort(socket);
                },
                Math.max(0, deadline - System.nanoTime()),
                TimeUnit.NANOSECONDS);
        try {
            work.run();
        } catch (IOException failed) {
            throw late.get() ? timeout(failed) : failed;
        } finally {
            end.cancel(false);
        }
    }

    /** Closes it at once: what was not sent yet is dropped. */
    static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException alreadyClosed) {
            // Nothing is on its way.
        }
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // There is nothing left to close.
        }
    }

    private static SocketTimeoutException timeout(IOException failed) {
        SocketTimeoutException timeout = new SocketTimeoutException("Write or handshake timed out");
        timeout.initCause(failed);
        return timeout;
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "socket-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
