package dev.edgewise.networkprobe.agent.loop;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** One thread that serves channels when they are ready. */
public final class SelectorLoop implements Runnable, Closeable {
    private final Selector selector;
    private volatile boolean closed;

    public SelectorLoop() throws IOException {
        selector = Selector.open();
    }

    @FunctionalInterface
    public interface Handler {
        /** @throws IOException if the channel is of no more use, which ends the loop */
        void ready() throws IOException;
    }

    public void register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, operations, handler);
        selector.wakeup();
    }

    @Override
    public void run() {
        try (selector) {
            while (!closed) {
                selector.select(SelectorLoop::serve);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(SelectionKey key) {
        try {
            if (key.isValid()) {
                ((Handler) key.attachment()).ready();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}
