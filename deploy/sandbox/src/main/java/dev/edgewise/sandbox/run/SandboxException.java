package dev.edgewise.sandbox.run;

/** Thrown when an error occurs that its message explains in full: it is shown without a stack trace. */
public final class SandboxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitStatus;

    private SandboxException(int exitStatus, String message) {
        super(message);
        this.exitStatus = exitStatus;
    }

    /** Creates an exception for unusable input of the user. */
    public static SandboxException input(String message) {
        return new SandboxException(2, message);
    }

    /** The sandbox could not do its work. */
    public static SandboxException failure(String message) {
        return new SandboxException(1, message);
    }

    public int exitStatus() {
        return exitStatus;
    }
}
