package dev.edgewise.scheduler.extender.buffer;

import dev.edgewise.common.web.BusyException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Memory for requests and answers: all that are held at a time share it. Thread-safe; a buffer serves one thread at a
 * time.
 */
public final class BufferPool {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    /** Questions come one after the other: the arrays of the last ones are used again. */
    private static final int MOST_IDLE = 4;

    private static final int LONGEST_IDLE = 1024 * 1024;
    /**
     * The divisor of the whole memory that bounds how much longer a reused array may be than requested, so that it does
     * not keep a request from its memory.
     */
    private static final int SHARE = 8;

    private final AtomicLong free;
    private final @Nullable BufferPool of;
    private final int longestIdle;
    private final Queue<byte[]> idle = new ArrayBlockingQueue<>(MOST_IDLE);

    /** @param inAll bytes that are held at a time */
    public BufferPool(long inAll) {
        this(inAll, null);
    }

    private BufferPool(long inAll, @Nullable BufferPool of) {
        this.of = of;
        this.free = new AtomicLong(inAll);
        this.longestIdle = (int) Math.min(LONGEST_IDLE, inAll / SHARE);
    }

    /**
     * Returns an empty buffer, which the caller releases.
     *
     * @param first bytes that it has room for from the beginning
     * @param most bytes that it may hold
     * @throws BusyException if too much of others is held
     */
    public Buffer open(int first, int most) {
        byte[] used = idle.poll();
        if (used != null && used.length >= first && tryTake(used.length)) {
            return new Buffer(used, most);
        }
        take(first);
        return new Buffer(new byte[first], most);
    }

    private void take(int bytes) {
        if (!tryTake(bytes)) {
            throw new BusyException("Other questions fill the memory that is kept for them", RETRY_AFTER);
        }
    }

    /** A part of this memory: those who use it leave the rest to the others. */
    public BufferPool part(long most) {
        return new BufferPool(most, this);
    }

    /** Returns whether so much was free. */
    private boolean tryTake(int bytes) {
        if (!tryTakeOwn(bytes)) {
            return false;
        }
        if (of != null && !of.tryTake(bytes)) {
            free.addAndGet(bytes);
            return false;
        }
        return true;
    }

    private void giveBack(int bytes) {
        free.addAndGet(bytes);
        if (of != null) {
            of.giveBack(bytes);
        }
    }

    private boolean tryTakeOwn(int bytes) {
        for (long left = free.get(); left >= bytes; left = free.get()) {
            if (free.compareAndSet(left, left - bytes)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of bytes that may still be held. */
    public long free() {
        return free.get();
    }

    /** Bytes that are added to. What adds to it throws a {@link BusyException} if too much of others is held. */
    public final class Buffer extends OutputStream {
        private final int most;
        private byte[] bytes;
        private int length;

        private Buffer(byte[] bytes, int most) {
            this.bytes = bytes;
            this.most = most;
        }

        @Override
        public void write(int one) {
            makeRoom(1);
            bytes[length++] = (byte) one;
        }

        @Override
        public void write(byte[] from, int offset, int count) {
            Objects.checkFromIndexSize(offset, count, from.length);
            makeRoom(count);
            System.arraycopy(from, offset, bytes, length, count);
            length += count;
        }

        public int length() {
            return length;
        }

        /** Returns the bytes held until the buffer is released. */
        public RequestBody body() {
            return new RequestBody(bytes, length);
        }

        private void makeRoom(int count) {
            long needed = (long) length + count;
            if (needed > most) {
                throw new IllegalStateException("a buffer of " + most + " bytes was to hold " + needed);
            }
            if (needed > bytes.length) {
                grow((int) Math.min(most, Math.max(needed, bytes.length + bytes.length / 2L)));
            }
        }

        private void grow(int size) {
            take(size - bytes.length);
            bytes = Arrays.copyOf(bytes, size);
        }

        /** Releases its memory; its content must not be read any more. Writers close a buffer before it is read. */
        public void release() {
            giveBack(bytes.length);
            if (bytes.length > 0 && bytes.length <= longestIdle) {
                idle.offer(bytes);
            }
            bytes = new byte[0];
            length = 0;
        }
    }
}
