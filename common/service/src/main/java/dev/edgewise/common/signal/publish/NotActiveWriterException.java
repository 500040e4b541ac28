package dev.edgewise.common.signal.publish;

/**
 * Thrown when another process writes this kind of signal, so this one accepts and publishes nothing; becomes a 503
 * problem.
 */
public final class NotActiveWriterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param other identity of the writer */
    NotActiveWriterException(String other) {
        super("This process stands by: send the request to " + other);
    }
}
