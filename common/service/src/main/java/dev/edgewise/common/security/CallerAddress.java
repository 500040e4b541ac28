package dev.edgewise.common.security;

import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The address of the caller that a thread works for: of its HTTP request, or, for a frame of a WebSocket, of the
 * handshake of that.
 */
public final class CallerAddress {
    private static final ThreadLocal<@Nullable String> OF_THREAD = new ThreadLocal<>();

    private CallerAddress() {}

    /** Runs the work for the caller with that address. */
    public static void run(@Nullable String address, Runnable work) {
        String before = OF_THREAD.get();
        OF_THREAD.set(address);
        try {
            work.run();
        } finally {
            if (before == null) {
                OF_THREAD.remove();
            } else {
                OF_THREAD.set(before);
            }
        }
    }

    /** Returns the address; null if the thread works for no caller. */
    static @Nullable String current() {
        String given = OF_THREAD.get();
        if (given != null) {
            return given;
        }
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes served
                ? served.getRequest().getRemoteAddr()
                : null;
    }
}
