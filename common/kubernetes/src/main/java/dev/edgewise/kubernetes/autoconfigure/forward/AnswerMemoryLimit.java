package dev.edgewise.kubernetes.autoconfigure.forward;

import java.util.concurrent.Semaphore;

/** Limits the bytes of the leader's answers that this replica holds at a time, for all calls together. */
final class AnswerMemoryLimit {
    private final int most;
    private final Semaphore free;

    AnswerMemoryLimit(int most) {
        this.most = most;
        this.free = new Semaphore(most);
    }

    /** Reserves this many bytes; returns whether they were free. */
    boolean take(int bytes) {
        return free.tryAcquire(bytes);
    }

    void giveBack(int bytes) {
        free.release(bytes);
    }

    int most() {
        return most;
    }

    int free() {
        return free.availablePermits();
    }
}
