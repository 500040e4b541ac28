package dev.edgewise.common.boot;

/** A property of ours that the service does not have: mistyped, most likely. */
final class UnknownPropertyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    UnknownPropertyException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
