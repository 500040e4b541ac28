package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.server.HandshakeInterceptor;

/**
 * Refuses a client while batch slots are switched off, or too many clients are connected, and keeps its token and
 * address for its frames.
 */
final class StompHandshake implements HandshakeInterceptor {
    private final StompSessions sessions;
    private final SlotsReadiness readiness;

    StompHandshake(StompSessions sessions, SlotsReadiness readiness) {
        this.sessions = sessions;
        this.readiness = readiness;
    }

    @Override
    public boolean beforeHandshake(
            ServerHttpRequest request,
            ServerHttpResponse response,
            WebSocketHandler handler,
            Map<String, Object> attributes) {
        if (!readiness.isEnabled()) {
            response.setStatusCode(HttpStatus.NOT_FOUND);
            return false;
        }
        String address = request.getRemoteAddress().getHostString();
        if (!sessions.hasRoom(address)) {
            response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
            return false;
        }
        String authorization = request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        if (authorization != null) {
            attributes.put(StompAdmission.AUTHORIZATION, authorization);
        }
        attributes.put(StompAdmission.ADDRESS, address);
        return true;
    }

    @Override
    public void afterHandshake(
            ServerHttpRequest request,
            ServerHttpResponse response,
            WebSocketHandler handler,
            @Nullable Exception exception) {}
}
