package dev.edgewise.common.web;

import dev.edgewise.common.security.AccessGuard;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses posts that are not said to be JSON: any page of the web can have a browser send one without a content type,
 * or as a form. A method whose mapping names the types that it consumes takes these.
 */
final class JsonContentTypeCheck implements HandlerInterceptor {
    private final AccessGuard guard;
    private final Map<HandlerMethod, Boolean> namesTypes = new ConcurrentHashMap<>();

    JsonContentTypeCheck(AccessGuard guard) {
        this.guard = guard;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method
                && HttpMethod.POST.matches(request.getMethod())
                && isApi(request.getRequestURI())) {
            String type = request.getContentType();
            boolean isTaken = type != null
                    && (isJson(type) || namesTypes.computeIfAbsent(method, JsonContentTypeCheck::namesTypes));
            if (!isTaken) {
                refuse(request, type);
            }
        }
        return true;
    }

    private static boolean isApi(String path) {
        return path.startsWith("/api/") || path.startsWith("/external/");
    }

    private static boolean namesTypes(HandlerMethod method) {
        RequestMapping mapping = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class);
        return mapping != null && mapping.consumes().length > 0;
    }

    private static boolean isJson(String type) {
        try {
            MediaType given = MediaType.parseMediaType(type);
            return given.isCompatibleWith(MediaType.APPLICATION_JSON)
                    || given.getSubtype().endsWith("+json");
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    /** Refuses the request; a caller without a valid token gets that error first. */
    private void refuse(HttpServletRequest request, @Nullable String type) {
        guard.authenticate(request.getHeader(HttpHeaders.AUTHORIZATION));
        throw new ResponseStatusException(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "Content-Type is " + (type == null ? "missing" : type) + ": it must be application/json");
    }
}
