package dev.edgewise.scheduler.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses, for now, what can only be answered from the whole cluster. */
final class CacheSyncInterceptor implements HandlerInterceptor {
    private static final String RETRY_AFTER_SECONDS = "1";

    private final BooleanSupplier synced;

    CacheSyncInterceptor(BooleanSupplier synced) {
        this.synced = synced;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (synced.getAsBoolean()) {
            return true;
        }
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        throw new ResponseStatusException(
                HttpStatus.SERVICE_UNAVAILABLE, "The cluster has not been read completely yet; try again in a moment");
    }
}
