package dev.edgewise.global.remote;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A question to a member whose answer serves all callers that came before it was sent: each of them gets an answer as
 * fresh as to a question of its own. Thread-safe.
 */
final class FreshSingleFlightCall<T> {
    private final Question<T> question;
    /**
     * Fair, so that a caller waits for two questions at most: the one that was sent before it came, and the next one.
     */
    private final ReentrantLock asking = new ReentrantLock(true);

    private final AtomicLong callers = new AtomicLong();
    /** The last answer; guarded by the lock. */
    private @Nullable Answer<T> last;

    /** Sends a question. */
    interface Question<T> {
        T send() throws MemberUnreachableException;
    }

    /**
     * An answer, or why there is none.
     *
     * @param callers how many callers had come when the question was sent
     */
    private record Answer<T>(long callers, @Nullable T value, @Nullable MemberUnreachableException failure) {}

    FreshSingleFlightCall(Question<T> question) {
        this.question = question;
    }

    /** Returns the answer to a question that is sent from now on. */
    T get() throws MemberUnreachableException {
        long caller = callers.incrementAndGet();
        try {
            asking.lockInterruptibly();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new MemberUnreachableException("the service stops", stopping);
        }
        Answer<T> answer;
        try {
            answer = last;
            if (answer == null || answer.callers() < caller) {
                answer = send();
                last = answer;
            }
        } finally {
            asking.unlock();
        }
        MemberUnreachableException failure = answer.failure();
        if (failure != null) {
            throw failure;
        }
        return Objects.requireNonNull(answer.value());
    }

    private Answer<T> send() {
        long before = callers.get();
        try {
            return new Answer<>(before, question.send(), null);
        } catch (MemberUnreachableException failed) {
            return new Answer<>(before, null, failed);
        }
    }

    /** Returns how many callers wait for an answer, without the one whose question is under way. */
    int waiting() {
        return asking.getQueueLength();
    }
}
