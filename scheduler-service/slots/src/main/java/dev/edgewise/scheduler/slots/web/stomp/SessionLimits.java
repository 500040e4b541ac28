package dev.edgewise.scheduler.slots.web.stomp;

import jakarta.websocket.Session;
import java.time.Duration;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;
import org.springframework.web.socket.handler.WebSocketHandlerDecorator;

/**
 * Limits of each connection. Larger frames are taken than the STOMP handler allows, so that their client gets an ERROR frame that says so; a client that
 * does not take a message in time is disconnected, as all others wait for it.
 */
final class SessionLimits extends WebSocketHandlerDecorator {
    private static final int BYTES = 128 * 1024;
    private static final Duration SENDING = Duration.ofSeconds(1);
    /** Setting of Tomcat for one session, in milliseconds. */
    private static final String TIMEOUT = "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";

    SessionLimits(WebSocketHandler handler) {
        super(handler);
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) throws Exception {
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
}
