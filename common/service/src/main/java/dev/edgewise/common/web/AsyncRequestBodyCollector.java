package dev.edgewise.common.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

/**
 * Collects bodies that handlers need, without a thread that waits: a caller that sends slowly, or not at all, holds its
 * connection only. A handler that finds its body missing is called again when all of it is here. So it has checked the
 * caller before, and strangers hold no memory.
 */
final class AsyncRequestBodyCollector implements HandlerExceptionResolver, HandlerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncRequestBodyCollector.class);

    /** Clients have all of their JSON when they begin to send it. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    private static final long LEAST_MEMORY = 16L * 1024 * 1024;
    private static final int SHARE_OF_HEAP = 8;

    private final AtomicLong free;
    private final Map<HandlerMethod, Boolean> takesBody = new ConcurrentHashMap<>();

    /** @param memory bytes of bodies that are held at a time */
    AsyncRequestBodyCollector(long memory) {
        this.free = new AtomicLong(memory);
    }

    static AsyncRequestBodyCollector ofThisProcess() {
        return new AsyncRequestBodyCollector(
                Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    /** Bytes that further bodies may take. */
    long free() {
        return free.get();
    }

    boolean tryTake(int bytes) {
        if (free.addAndGet(-bytes) >= 0) {
            return true;
        }
        free.addAndGet(bytes);
        return false;
    }

    void giveBack(int bytes) {
        free.addAndGet(bytes);
    }

    /**
     * Waits for the body of a handler method that takes it as an argument; the other methods read it by {@link
     * LimitedRequestBodyReader}.
     */
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (handler instanceof HandlerMethod method
                && LimitedRequestBodyReader.isAwaited(request)
                && takesBody.computeIfAbsent(method, AsyncRequestBodyCollector::takesBody)) {
            await(request, response, StrictJsonConverter.MOST);
            return false;
        }
        return true;
    }

    private static boolean takesBody(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(parameter -> parameter.hasParameterAnnotation(RequestBody.class));
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception cause) {
        if (!(cause instanceof BodyPendingException awaited)) {
            return null;
        }
        try {
            await(request, response, awaited.most());
        } catch (IOException e) {
            LOG.debug("A body cannot be read; cause={}", e.getMessage());
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        }
        return new ModelAndView();
    }

    private void await(HttpServletRequest request, HttpServletResponse response, int most) throws IOException {
        AsyncContext waiting = request.startAsync(new BufferedBodyRequest(request), response);
        waiting.setTimeout(LONGEST.toMillis());
        IncomingRequestBodyReader body = new IncomingRequestBodyReader(request, waiting, most, this);
        waiting.addListener(body);
        request.getInputStream().setReadListener(body);
    }
}
