package dev.edgewise.common.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sends the answer of a request that was refused, and then takes the rest of its body for a while: a client that still
 * sends would not read the answer otherwise. No thread waits for that rest. Tomcat would hold one without a limit of
 * time, so its own limit is 0 bytes, and a connection with more to come is closed. Filters that look at the answer,
 * such as that of the audit log, are within this one, since it makes the request wait again.
 */
@Order(Ordered.LOWEST_PRECEDENCE - 1)
final class UnreadBodyDrain extends OncePerRequestFilter {
    private static final int MOST = 2 * 1024 * 1024;
    private static final int BUFFER = 8 * 1024;
    private static final long LONGEST_MILLIS = 2_000;

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, response);
        if (response.getStatus() >= HttpStatus.BAD_REQUEST.value()
                && response.getContentType() != null
                && LimitedRequestBodyReader.isAwaited(request)
                && !request.isAsyncStarted()) {
            takeRest(request, response);
        }
    }

    private void takeRest(HttpServletRequest request, HttpServletResponse response) {
        try {
            response.getOutputStream().close();
            ServletInputStream body = request.getInputStream();
            AsyncContext waiting = request.startAsync();
            waiting.setTimeout(LONGEST_MILLIS);
            Rest rest = new Rest(body, waiting);
            waiting.addListener(rest);
            body.setReadListener(rest);
        } catch (IOException | IllegalStateException e) {
            logger.debug("The rest of a refused body is not taken; cause=" + e.getMessage());
        }
    }

    /** The rest of one body. The server calls it from one thread at a time. */
    private static final class Rest implements ReadListener, AsyncListener {
        private final ServletInputStream body;
        private final AsyncContext waiting;
        private int taken;
        private boolean isDone;

        Rest(ServletInputStream body, AsyncContext waiting) {
            this.body = body;
            this.waiting = waiting;
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] buffer = new byte[BUFFER];
            while (!isDone && body.isReady()) {
                int count = body.read(buffer);
                if (count < 0) {
                    return;
                }
                taken += count;
                if (taken > MOST) {
                    done();
                }
            }
        }

        private void done() {
            if (!isDone) {
                isDone = true;
                waiting.complete();
            }
        }

        @Override
        public void onAllDataRead() {
            done();
        }

        /** {@link #onError(AsyncEvent)} comes next. */
        @Override
        public void onError(Throwable cause) {
            // The rest cannot be read.
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            done();
        }

        @Override
        public void onError(AsyncEvent event) {
            done();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            isDone = true;
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // Nothing else is waited for.
        }
    }
}
