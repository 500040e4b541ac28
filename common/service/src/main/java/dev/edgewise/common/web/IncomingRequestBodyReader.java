package dev.edgewise.common.web;

import dev.edgewise.common.web.ReceivedRequestBody.Failure;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** One body that is collected as it arrives. The server calls it from one thread at a time. */
final class IncomingRequestBodyReader implements ReadListener, AsyncListener {
    private static final int BUFFER = 8 * 1024;
    /**
     * Maximum bytes of a refused body that are read and dropped: a client that still sends would not read why it is
     * refused.
     */
    private static final int MOST_DROPPED = 2 * 1024 * 1024;

    private final HttpServletRequest request;
    private final AsyncContext waiting;
    private final ServletInputStream input;
    private final int most;
    private final AsyncRequestBodyCollector memory;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int taken;
    private int dropped;
    private @Nullable Failure failure;
    private boolean isGone;
    private boolean isDone;

    IncomingRequestBodyReader(
            HttpServletRequest request, AsyncContext waiting, int most, AsyncRequestBodyCollector memory)
            throws IOException {
        this.request = request;
        this.waiting = waiting;
        this.input = request.getInputStream();
        this.most = most;
        this.memory = memory;
    }

    @Override
    public void onDataAvailable() throws IOException {
        byte[] buffer = new byte[BUFFER];
        while (!isDone && input.isReady()) {
            int count = input.read(buffer);
            if (count < 0) {
                return;
            }
            add(buffer, count);
        }
    }

    private void add(byte[] buffer, int count) {
        if (failure == null) {
            keep(buffer, count);
        } else {
            dropped += count;
        }
        if (dropped > MOST_DROPPED) {
            done();
        }
    }

    private void keep(byte[] buffer, int count) {
        if (bytes.size() + count > most) {
            failure = Failure.TOO_LARGE;
        } else if (memory.tryTake(count)) {
            taken += count;
            bytes.write(buffer, 0, count);
        } else {
            failure = Failure.NO_MEMORY;
        }
    }

    @Override
    public void onAllDataRead() {
        done();
    }

    /** Calls the handler again. */
    private void done() {
        if (!isDone) {
            isDone = true;
            new ReceivedRequestBody(failure == null ? bytes.toByteArray() : new byte[0], most, failure).keepIn(request);
            bytes.reset();
            waiting.dispatch();
        }
    }

    private void late() {
        if (failure == null) {
            failure = Failure.LATE;
        }
        done();
    }

    /** The client sent nothing for too long, or is gone; {@link #onError(AsyncEvent)} comes next. */
    @Override
    public void onError(Throwable cause) {
        isGone = !(cause instanceof SocketTimeoutException);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        late();
    }

    @Override
    public void onError(AsyncEvent event) {
        if (isGone && !isDone) {
            isDone = true;
            waiting.complete();
        } else {
            late();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        isDone = true;
        memory.giveBack(taken);
        taken = 0;
    }

    /** The handler that was called again may wait for something else. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
