package dev.edgewise.common.security;

import org.jspecify.annotations.Nullable;

/** Authenticates and authorises callers. Both methods throw what becomes a 401, 403 or 503 problem. */
public interface AccessGuard {
    /** Allows every caller. */
    AccessGuard OPEN = new AccessGuard() {
        @Override
        public void authenticate(@Nullable String authorization) {}

        @Override
        public void require(@Nullable String authorization, Permission permission) {}
    };

    /**
     * Returns if the caller is known, whatever it may do: before work is spent on finding out what it wants.
     *
     * @param authorization the header of that name
     * @throws ReviewUnavailableException if that cannot be said now
     */
    void authenticate(@Nullable String authorization);

    /**
     * Returns if the caller may do this.
     *
     * @param authorization the header of that name
     * @throws ReviewUnavailableException if that cannot be said now
     */
    void require(@Nullable String authorization, Permission permission);
}
