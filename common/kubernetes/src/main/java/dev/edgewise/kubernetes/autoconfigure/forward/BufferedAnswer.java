package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.web.BusyException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Holds the body of the leader's answer, once, until it is closed. Fails with a {@link BusyException} if there is no
 * memory for more of it.
 */
final class BufferedAnswer implements BodySubscriber<BufferedAnswer>, AutoCloseable {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final AnswerMemoryLimit memory;
    private final List<byte[]> parts = new ArrayList<>();
    private final CompletableFuture<BufferedAnswer> complete = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;
    private int length;
    private boolean isClosed;

    BufferedAnswer(AnswerMemoryLimit memory) {
        this.memory = memory;
    }

    @Override
    public CompletionStage<BufferedAnswer> getBody() {
        return complete;
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int count = buffer.remaining();
            if (isClosed || !memory.take(count)) {
                refuse();
                return;
            }
            length += count;
            byte[] part = new byte[count];
            buffer.get(part);
            parts.add(part);
        }
    }

    private void refuse() {
        close();
        onError(new BusyException(
                "This replica stands by and holds as much of the leader's answers as it may: " + memory.most()
                        + " bytes",
                RETRY_AFTER));
    }

    @Override
    public void onError(Throwable failure) {
        complete.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        complete.complete(this);
    }

    synchronized int length() {
        return length;
    }

    synchronized void writeTo(OutputStream output) throws IOException {
        for (byte[] part : parts) {
            output.write(part);
        }
    }

    /** Gives the memory back; what still comes is not taken. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (subscription != null) {
            subscription.cancel();
        }
        parts.clear();
        memory.giveBack(length);
        length = 0;
    }
}
