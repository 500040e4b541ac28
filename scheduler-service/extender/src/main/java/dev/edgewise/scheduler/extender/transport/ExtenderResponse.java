package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;

/** The response to one request. Its memory is released once it has been sent. */
sealed interface ExtenderResponse extends AutoCloseable {
    /**
     * An answer of the extender.
     *
     * @param isAboutWatchedPod whether the request was about a pod that the watch shows
     */
    record Answer(Buffer body, boolean isAboutWatchedPod) implements ExtenderResponse {
        @Override
        public void close() {
            body.release();
        }
    }

    /**
     * A problem instead of an answer.
     *
     * @param endsConnection whether the connection ends with it, as the rest of the request is not read
     */
    record Refusal(ProblemResponse problem, boolean endsConnection) implements ExtenderResponse {
        @Override
        public void close() {
            // Holds no memory of the pool.
        }
    }

    @Override
    void close();
}
