package dev.edgewise.networkprobe.access;

/** Who calls is not known, or may not do this. */
final class AccessDeniedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean known;

    /** @param known whether the token is a good one */
    AccessDeniedException(boolean known, String message) {
        super(message);
        this.known = known;
    }

    boolean isKnown() {
        return known;
    }
}
