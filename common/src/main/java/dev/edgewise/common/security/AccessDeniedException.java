package dev.edgewise.common.security;

/** The caller is not authenticated, or not authorised. */
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
        return new AccessDeniedException(true, user.name() + " may not do this: a role must allow it to " + missing);
    }

    /** Whether the token is a good one. */
    public boolean isKnown() {
        return known;
    }
}
