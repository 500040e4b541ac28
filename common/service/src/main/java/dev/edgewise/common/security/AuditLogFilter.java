package dev.edgewise.common.security;

import dev.edgewise.common.TruncatedText;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Logs each call that changes something, once, when its answer is known. Calls of methods that check their caller
 * count, except reads and {@link NotAudited} ones. A call without a valid token has no user to be named, and is not
 * logged, whatever its answer: strangers cannot fill the log.
 */
@Order(Ordered.LOWEST_PRECEDENCE)
final class AuditLogFilter extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLogFilter.class);
    private static final Set<String> READS =
            Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.OPTIONS.name(), HttpMethod.TRACE.name());
    /** The user without authentication. */
    private static final String ANONYMOUS = "anonymous";

    private static final int LONGEST = 256;
    /** Anything that would end a line or begin a field. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\p{Graph}]", Pattern.UNICODE_CHARACTER_CLASS);

    /** Whether a call without a known caller is left out. */
    private final boolean reviewsTokens;
    /** Whether calls are logged, by method: looking an annotation up takes as long as taking a report. */
    private final Map<Method, Boolean> audited = new ConcurrentHashMap<>();

    /** @param reviewsTokens false: there is no authentication, so that no call has a known caller */
    AuditLogFilter(boolean reviewsTokens) {
        this.reviewsTokens = reviewsTokens;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return READS.contains(request.getMethod());
    }

    /** A call whose body or answer was awaited ends in a dispatch of its own. */
    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean isAnswered = false;
        try {
            chain.doFilter(request, response);
            isAnswered = true;
        } finally {
            if (!request.isAsyncStarted() && isAudited(request)) {
                log(request, isAnswered ? response.getStatus() : HttpStatus.INTERNAL_SERVER_ERROR.value());
            }
        }
    }

    private boolean isAudited(HttpServletRequest request) {
        return request.getAttribute(AuditLog.LEFT_OUT) == null
                && (!reviewsTokens || request.getAttribute(AuditLog.CALLER) != null)
                && request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) instanceof HandlerMethod method
                && audited.computeIfAbsent(method.getMethod(), key -> isAudited(method));
    }

    private static boolean isAudited(HandlerMethod method) {
        return !method.hasMethodAnnotation(NotAudited.class)
                && (method.hasMethodAnnotation(RequiresPermission.class)
                        || method.hasMethodAnnotation(ChecksCallerItself.class));
    }

    private static void log(HttpServletRequest request, int status) {
        Object caller = request.getAttribute(AuditLog.CALLER);
        String user = printable(caller == null ? ANONYMOUS : caller.toString());
        String method = printable(request.getMethod());
        String path = printable(request.getRequestURI());
        if (status < HttpStatus.MULTIPLE_CHOICES.value()) {
            LOG.info("Changed by REST; user={} method={} path={} status={}", user, method, path, status);
        } else if (status == HttpStatus.FORBIDDEN.value()) {
            LOG.warn("Refused a change by REST; user={} method={} path={} status={}", user, method, path, status);
        } else if (status != HttpStatus.UNAUTHORIZED.value() && status != HttpStatus.NOT_MODIFIED.value()) {
            LOG.info("A change by REST failed; user={} method={} path={} status={}", user, method, path, status);
        }
    }

    private static String printable(String text) {
        return UNPRINTABLE.matcher(TruncatedText.of(text, LONGEST)).replaceAll("_");
    }
}
