package dev.edgewise.scheduler.config;

/** A setting or the environment is such that the service cannot work; it ends with this message. */
public final class Misconfiguration extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /** @param remedy what its user should do */
    public Misconfiguration(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
