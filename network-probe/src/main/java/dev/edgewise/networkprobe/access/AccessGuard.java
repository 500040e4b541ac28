package dev.edgewise.networkprobe.access;

import dev.edgewise.networkprobe.access.AccessReviews.Verdict;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Lets those through to a method that {@link Needs} something who may do it. */
final class AccessGuard implements HandlerInterceptor {
    private final AccessReviews reviews;
    private final ReviewCache<Verdict> cache;
    /** To look an annotation up takes as long as to take a report. */
    private final Map<Method, Optional<Needs>> needs = new ConcurrentHashMap<>();

    AccessGuard(AccessReviews reviews, ReviewCache<Verdict> cache) {
        this.reviews = reviews;
        this.cache = cache;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            needs.computeIfAbsent(
                            method.getMethod(), key -> Optional.ofNullable(method.getMethodAnnotation(Needs.class)))
                    .ifPresent(needed -> check(needed, request.getHeader(HttpHeaders.AUTHORIZATION)));
        }
        return true;
    }

    private void check(Needs needs, String authorization) {
        String token = BearerToken.of(authorization)
                .orElseThrow(() -> new AccessDeniedException(
                        false, "authorization is missing: it must be Bearer and a token of the cluster"));
        String question = String.join("\n", needs.verb(), needs.resource(), token);
        Verdict verdict = cache.get(question, () -> reviews.review(token, needs.verb(), needs.resource()));
        if (verdict == Verdict.UNKNOWN) {
            throw new AccessDeniedException(
                    false, "the token is not valid: it must be one of this cluster, for this service's audience");
        }
        if (verdict == Verdict.FORBIDDEN) {
            throw new AccessDeniedException(
                    true,
                    "the token's user may not do this: a role must allow to " + needs.verb() + " " + needs.resource()
                            + " of the group edgewise.dev in this service's namespace");
        }
    }
}
