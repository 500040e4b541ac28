package dev.edgewise.common.security;

/** Thrown when the caller is not authenticated, or not authorised. */
public final class AccessDeniedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean known;

    private AccessDeniedException(boolean known, String message) {
        super(message);
        this.known = known;
    }

    static AccessDeniedException unknown(String message) {
        return new AccessDeniedException(false, message);
    }

    static AccessDeniedException forbidden(TokenUser user, Permission missing) {
        return forbidden(user.name() + " may not do this: a role must allow it to " + missing);
    }

    static AccessDeniedException forbidden(String message) {
        return new AccessDeniedException(true, message);
    }

    /** Whether the token is a good one. */
    public boolean isKnown() {
        return known;
    }
}
