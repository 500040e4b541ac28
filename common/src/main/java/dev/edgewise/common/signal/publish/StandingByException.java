package dev.edgewise.common.signal.publish;

/** Another process writes, so this one does not, and takes nothing that it could not publish. */
public final class StandingByException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param other who writes */
    StandingByException(String other) {
        super("This process stands by: " + other + " takes what is reported, put and asked for");
    }
}
