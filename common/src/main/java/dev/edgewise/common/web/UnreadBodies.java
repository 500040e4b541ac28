package dev.edgewise.common.web;

import dev.edgewise.common.time.Ticker;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes the rest of a body that was refused, for a while: who still sends would not read the answer else. Tomcat would take as much without
 * a limit of time, so its own limit is 0 bytes, and a connection with more to come is closed.
 */
final class UnreadBodies extends OncePerRequestFilter {
    private static final int MOST = 2 * 1024 * 1024;
    private static final int BUFFER = 16 * 1024;
    private static final Ticker TIME = Ticker.system();
    private static final Duration LONGEST = Duration.ofSeconds(2);

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, response);
        if (response.getStatus() >= HttpStatus.BAD_REQUEST.value()
                && response.getStatus() != HttpStatus.REQUEST_TIMEOUT.value()
                && !request.isAsyncStarted()) {
            takeRest(request.getInputStream());
        }
    }

    private void takeRest(InputStream body) {
        try {
            long begun = TIME.nanos();
            byte[] buffer = new byte[BUFFER];
            int taken = 0;
            for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                taken += count;
                if (taken > MOST || TIME.since(begun).compareTo(LONGEST) > 0) {
                    return;
                }
            }
        } catch (IOException e) {
            logger.debug("The rest of a refused body is not taken; cause=" + e.getMessage());
        }
    }
}
