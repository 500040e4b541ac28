package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.security.AccessDeniedException;
import dev.edgewise.common.security.ReviewUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageDeliveryException;
import org.springframework.messaging.simp.stomp.StompCommand;
import org.springframework.messaging.simp.stomp.StompConversionException;
import org.springframework.messaging.simp.stomp.StompHeaderAccessor;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.messaging.StompSubProtocolErrorHandler;
import org.springframework.web.socket.messaging.StompSubProtocolHandler;

/**
 * Answers a refused frame with an ERROR frame whose message says what is allowed, and closes the connection. The frame
 * takes the way of all messages to clients: Spring's own way closes a connection beside a message that is being sent,
 * and the ERROR frame would be lost then.
 */
final class StompErrorFrameHandler extends StompSubProtocolHandler {
    private static final Logger LOG = LoggerFactory.getLogger(StompErrorFrameHandler.class);
    /** Begins Spring's message about a frame before CONNECT. */
    private static final String NO_SESSION = "Unknown session";

    private static final byte[] NOTHING = new byte[0];

    private final MessageChannel toClients;
    /** The client whose frame this thread handles: a frame that cannot be read does not say so. */
    private final ThreadLocal<String> client = new ThreadLocal<>();

    StompErrorFrameHandler(MessageChannel toClients) {
        this.toClients = toClients;
        setErrorHandler(new StompSubProtocolErrorHandler() {
            @Override
            public @Nullable Message<byte[]> handleClientMessageProcessingError(
                    @Nullable Message<byte[]> frame, Throwable problem) {
                refuse(problem);
                return null;
            }
        });
    }

    @Override
    public void handleMessageFromClient(
            WebSocketSession session, WebSocketMessage<?> message, MessageChannel fromClients) {
        client.set(session.getId());
        try {
            super.handleMessageFromClient(session, message, fromClients);
        } finally {
            client.remove();
        }
    }

    private void refuse(Throwable problem) {
        StompHeaderAccessor error = StompHeaderAccessor.create(StompCommand.ERROR);
        error.setMessage(text(problem));
        error.setSessionId(client.get());
        error.setLeaveMutable(true);
        toClients.send(MessageBuilder.createMessage(NOTHING, error.getMessageHeaders()));
    }

    private static String text(Throwable problem) {
        if (problem instanceof IllegalStateException
                && String.valueOf(problem.getMessage()).startsWith(NO_SESSION)) {
            return "The first frame is another one: it must be CONNECT";
        }
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof AccessDeniedException
                    || cause instanceof ReviewUnavailableException
                    || cause instanceof StompConversionException) {
                return String.valueOf(cause.getMessage());
            }
        }
        if (problem instanceof MessageDeliveryException refused && refused.getCause() == null) {
            return String.valueOf(refused.getMessage());
        }
        LOG.error("A STOMP frame could not be handled", problem);
        return "Internal error; the log of the service has the cause";
    }
}
