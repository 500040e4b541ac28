package dev.edgewise.common.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells browsers that pages load nothing from elsewhere, run no script that stands in a page, and are shown in no frame
 * of others.
 */
final class BrowserSecurityHeadersFilter extends OncePerRequestFilter {
    /** The pages have an empty icon, which is a {@code data:} address. */
    static final String POLICY =
            "default-src 'self'; frame-ancestors 'none'; img-src 'self' data:; base-uri 'none'; form-action 'self'";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        chain.doFilter(request, response);
    }
}
