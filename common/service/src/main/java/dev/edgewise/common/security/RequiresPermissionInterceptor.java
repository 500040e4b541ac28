package dev.edgewise.common.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Checks the caller's permission before a method annotated by {@link RequiresPermission}. */
final class RequiresPermissionInterceptor implements HandlerInterceptor {
    private final AccessGuard guard;
    private final Supplier<String> namespace;
    /** Annotations by method: looking one up takes as long as taking a report. */
    private final Map<Method, Optional<RequiresPermission>> needs = new ConcurrentHashMap<>();

    /** @param namespace the service's own */
    RequiresPermissionInterceptor(AccessGuard guard, Supplier<String> namespace) {
        this.guard = guard;
        this.namespace = namespace;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            needs.computeIfAbsent(
                            method.getMethod(),
                            key -> Optional.ofNullable(method.getMethodAnnotation(RequiresPermission.class)))
                    .ifPresent(needed -> check(needed, request.getHeader(HttpHeaders.AUTHORIZATION)));
        }
        return true;
    }

    private void check(RequiresPermission needed, @Nullable String authorization) {
        // Calls without a valid token are refused before the namespace is looked up, which may need the cluster.
        guard.authenticate(authorization);
        String where = needed.everywhere() ? null : namespace.get();
        guard.require(authorization, new Permission(needed.verb(), needed.group(), needed.resource(), where));
    }
}
