package dev.edgewise.scheduler.web;

import dev.edgewise.common.web.BusyException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses, for now, what can only be answered from the whole cluster. */
final class CacheSyncInterceptor implements HandlerInterceptor {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final BooleanSupplier synced;

    CacheSyncInterceptor(BooleanSupplier synced) {
        this.synced = synced;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (synced.getAsBoolean()) {
            return true;
        }
        throw new BusyException("The cluster has not been read completely yet", RETRY_AFTER);
    }
}
