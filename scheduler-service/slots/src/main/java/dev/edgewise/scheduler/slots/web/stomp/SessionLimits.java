package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.time.Ticker;
import jakarta.websocket.Session;
import java.time.Duration;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;
import org.springframework.web.socket.handler.WebSocketHandlerDecorator;

/**
 * Limits of each connection. Larger frames are taken than the STOMP handler allows, so that their client gets an ERROR
 * frame that says so; a client that does not take a message in time is disconnected, as all others wait for it.
 */
final class SessionLimits extends WebSocketHandlerDecorator {
    private static final int BYTES = 32 * 1024;
    private static final Duration SENDING = Duration.ofSeconds(1);
    /** Setting of Tomcat for one session, in milliseconds. */
    private static final String TIMEOUT = "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";

    private final StompSessions sessions;
    private final Ticker ticker;

    SessionLimits(WebSocketHandler handler, StompSessions sessions, Ticker ticker) {
        super(handler);
        this.sessions = sessions;
        this.ticker = ticker;
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) throws Exception {
        String address = String.valueOf(session.getAttributes().get(StompAdmission.ADDRESS));
        if (!sessions.open(session, address, ticker.nanos())) {
            session.close(CloseStatus.SERVICE_OVERLOAD);
            return;
        }
        session.setTextMessageSizeLimit(BYTES);
        session.setBinaryMessageSizeLimit(BYTES);
        if (session instanceof NativeWebSocketSession outer) {
            Session tomcats = outer.getNativeSession(Session.class);
            if (tomcats != null) {
                tomcats.getUserProperties().put(TIMEOUT, SENDING.toMillis());
            }
        }
        super.afterConnectionEstablished(session);
    }

    @Override
    public void afterConnectionClosed(WebSocketSession session, CloseStatus status) throws Exception {
        sessions.closed(session.getId());
        super.afterConnectionClosed(session, status);
    }
}
