package dev.edgewise.common.boot;

/** Thrown when the configuration or environment is invalid: start-up fails with this message. */
public final class InvalidConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    /** @param remedy what its user should do */
    public InvalidConfigurationException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
