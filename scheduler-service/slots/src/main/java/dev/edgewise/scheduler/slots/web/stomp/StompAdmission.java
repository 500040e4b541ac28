package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.Permission;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageDeliveryException;
import org.springframework.messaging.simp.stomp.StompCommand;
import org.springframework.messaging.simp.stomp.StompHeaderAccessor;
import org.springframework.messaging.support.ChannelInterceptor;

/**
 * Refuses the frames of clients that they may not send: a client without a valid token, a subscription to a wrong topic, to what its token may not
 * list, or to one topic too many, and every message. The client gets an ERROR frame that says why, and its connection is closed.
 */
final class StompAdmission implements ChannelInterceptor {
    /** Attribute of a session: the header of the handshake or of the CONNECT frame that says who the client is. */
    static final String AUTHORIZATION = "edgewise.authorization";

    private static final String SUBSCRIPTIONS = "edgewise.subscriptions";

    private final AccessGuard guard;
    private final String namespace;
    private final int maxSubscriptions;

    StompAdmission(AccessGuard guard, String namespace, int maxSubscriptions) {
        this.guard = guard;
        this.namespace = namespace;
        this.maxSubscriptions = maxSubscriptions;
    }

    @Override
    public Message<?> preSend(Message<?> message, MessageChannel channel) {
        StompHeaderAccessor frame = StompHeaderAccessor.wrap(message);
        StompCommand command = frame.getCommand();
        if (command == StompCommand.CONNECT || command == StompCommand.STOMP) {
            connect(frame);
        } else if (command == StompCommand.SUBSCRIBE) {
            subscribe(message, frame);
        } else if (command == StompCommand.UNSUBSCRIBE) {
            subscriptions(frame).remove(String.valueOf(frame.getSubscriptionId()));
        } else if (command == StompCommand.SEND) {
            throw refused(message, "Messages are not taken here: POST /external/schedulings creates a Scheduling");
        }
        return message;
    }

    private void connect(StompHeaderAccessor frame) {
        String authorization = frame.getFirstNativeHeader(HttpHeaders.AUTHORIZATION);
        if (authorization != null) {
            attributes(frame).put(AUTHORIZATION, authorization);
        }
        guard.authenticate(authorization(frame));
    }

    private void subscribe(Message<?> message, StompHeaderAccessor frame) {
        Topic topic = Topic.of(frame.getDestination());
        if (topic == null) {
            throw refused(message, "destination is " + shown(frame.getDestination()) + ": it must be " + Topic.ALLOWED);
        }
        guard.require(authorization(frame), new Permission("list", "edgewise.dev", topic.resource(), namespace));
        Set<String> subscriptions = subscriptions(frame);
        if (subscriptions.size() >= maxSubscriptions) {
            throw refused(
                    message,
                    "The client has " + subscriptions.size() + " subscriptions: it must be at most " + maxSubscriptions
                            + "; " + Topic.PREFIX + "/jobs is about all jobs");
        }
        subscriptions.add(String.valueOf(frame.getSubscriptionId()));
    }

    private static String shown(@Nullable String destination) {
        if (destination == null) {
            return "nothing";
        }
        return destination.length() <= 100 ? destination : destination.substring(0, 100) + "…";
    }

    private static @Nullable String authorization(StompHeaderAccessor frame) {
        return (String) attributes(frame).get(AUTHORIZATION);
    }

    @SuppressWarnings("unchecked")
    private static Set<String> subscriptions(StompHeaderAccessor frame) {
        return (Set<String>) attributes(frame).computeIfAbsent(SUBSCRIPTIONS, key -> ConcurrentHashMap.newKeySet());
    }

    private static Map<String, Object> attributes(StompHeaderAccessor frame) {
        Map<String, Object> attributes = frame.getSessionAttributes();
        if (attributes == null) {
            throw new IllegalStateException("a frame without a session");
        }
        return attributes;
    }

    private static MessageDeliveryException refused(Message<?> message, String why) {
        return new MessageDeliveryException(message, why);
    }
}
