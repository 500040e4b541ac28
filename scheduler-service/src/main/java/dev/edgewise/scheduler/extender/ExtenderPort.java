package dev.edgewise.scheduler.extender;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.IntSupplier;

/** Answers the extender's paths on its port only, and nothing else there: who may reach one need not be let into the other. */
final class ExtenderPort implements Filter {
    private final IntSupplier port;

    ExtenderPort(IntSupplier port) {
        this.port = port;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        // As Spring maps it: decoded, and without parameters.
        String path = ((HttpServletRequest) request).getServletPath();
        boolean ofExtender = path.startsWith("/scheduler/") || path.equals("/version");
        if (ofExtender == (request.getLocalPort() == port.getAsInt())) {
            chain.doFilter(request, response);
        } else {
            ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
