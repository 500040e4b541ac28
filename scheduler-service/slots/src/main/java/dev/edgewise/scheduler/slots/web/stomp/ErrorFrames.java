package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.security.AccessDeniedException;
import dev.edgewise.common.security.ReviewUnavailableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageDeliveryException;
import org.springframework.messaging.simp.stomp.StompCommand;
import org.springframework.messaging.simp.stomp.StompConversionException;
import org.springframework.messaging.simp.stomp.StompHeaderAccessor;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.web.socket.messaging.StompSubProtocolErrorHandler;

/** Answers a refused frame with an ERROR frame whose message says what is allowed. */
final class ErrorFrames extends StompSubProtocolErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorFrames.class);
    private static final byte[] NOTHING = new byte[0];

    @Override
    public @Nullable Message<byte[]> handleClientMessageProcessingError(
            @Nullable Message<byte[]> frame, Throwable problem) {
        StompHeaderAccessor error = StompHeaderAccessor.create(StompCommand.ERROR);
        error.setMessage(text(problem));
        error.setLeaveMutable(true);
        return MessageBuilder.createMessage(NOTHING, error.getMessageHeaders());
    }

    private static String text(Throwable problem) {
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
