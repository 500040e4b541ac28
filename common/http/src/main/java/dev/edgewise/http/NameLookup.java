package dev.edgewise.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Looks a name up in bounded time. A name server that does not answer holds one thread, however many callers wait. */
final class NameLookup {
    private final String name;
    private final Resolver resolver;
    private @Nullable CompletableFuture<InetAddress> running;

    /** Finds the address of a name; may block. */
    @FunctionalInterface
    interface Resolver {
        InetAddress find(String name) throws UnknownHostException;
    }

    NameLookup(String name) {
        this(name, InetAddress::getByName);
    }

    NameLookup(String name, Resolver resolver) {
        this.name = name;
        this.resolver = resolver;
    }

    /** @param deadline by {@link System#nanoTime()} */
    InetAddress address(long deadline) throws IOException {
        try {
            return begun().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new SocketTimeoutException("The lookup of " + name + " timed out");
        } catch (ExecutionException unknown) {
            UnknownHostException failed = new UnknownHostException(name);
            failed.initCause(unknown.getCause());
            throw failed;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + name + " was looked up");
        }
    }

    private synchronized CompletableFuture<InetAddress> begun() {
        CompletableFuture<InetAddress> known = running;
        if (known != null) {
            return known;
        }
        CompletableFuture<InetAddress> found = new CompletableFuture<>();
        running = found;
        Thread thread = new Thread(() -> find(found), "name-lookup");
        thread.setDaemon(true);
        thread.start();
        return found;
    }

    private void find(CompletableFuture<InetAddress> found) {
        try {
            InetAddress address = resolver.find(name);
            end();
            found.complete(address);
        } catch (UnknownHostException | RuntimeException failed) {
            end();
            found.completeExceptionally(failed);
        }
    }

    private synchronized void end() {
        running = null;
    }
}
