package dev.edgewise.common.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes the token of a caller from a header of its own where there is no {@code Authorization}: the proxy of an API
 * server removes that one, as it holds the credentials for the API server itself. The token is reviewed like any other.
 */
public final class ProxiedAuthorization extends OncePerRequestFilter {
    /** The header, with the value that {@code Authorization} would have. */
    public static final String HEADER = "Edgewise-Authorization";

    ProxiedAuthorization() {}

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String given = request.getHeader(HEADER);
        if (given == null || request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            chain.doFilter(request, response);
        } else {
            chain.doFilter(new Authorized(request, given), response);
        }
    }

    private static final class Authorized extends HttpServletRequestWrapper {
        private final String authorization;

        Authorized(HttpServletRequest request, String authorization) {
            super(request);
            this.authorization = authorization;
        }

        @Override
        public @Nullable String getHeader(String name) {
            return HttpHeaders.AUTHORIZATION.equalsIgnoreCase(name) ? authorization : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return HttpHeaders.AUTHORIZATION.equalsIgnoreCase(name)
                    ? Collections.enumeration(List.of(authorization))
                    : super.getHeaders(name);
        }

        @Override
        public Enumeration<String> getHeaderNames() {
            Set<String> names = new LinkedHashSet<>(Collections.list(super.getHeaderNames()));
            names.add(HttpHeaders.AUTHORIZATION);
            return Collections.enumeration(names);
        }
    }
}
