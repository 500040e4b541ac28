package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.CallerAddress;
import dev.edgewise.common.security.Permission;
import java.util.Map;
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
 * Refuses the frames of clients that they may not send: each frame before CONNECT and each frame of a server, a client
 * without a valid token, a subscription to a wrong topic, to what its token may not list, to the same topic twice, or
 * to one topic too many, and every message. The client gets an ERROR frame that says why, and its connection is closed.
 */
final class StompAdmission implements ChannelInterceptor {
    /** Attribute of a session: the header of the handshake or of the CONNECT frame that says who the client is. */
    static final String AUTHORIZATION = "edgewise.authorization";

    /** Attribute of a session: the address of the client in the handshake. */
    static final String ADDRESS = "edgewise.address";

    private static final String SUBSCRIPTIONS = "edgewise.subscriptions";

    private final AccessGuard guard;
    private final StompSessions sessions;
    private final String namespace;
    private final int maxSubscriptions;

    StompAdmission(AccessGuard guard, StompSessions sessions, String namespace, int maxSubscriptions) {
        this.guard = guard;
        this.sessions = sessions;
        this.namespace = namespace;
        this.maxSubscriptions = maxSubscriptions;
    }

    @Override
    public Message<?> preSend(Message<?> message, MessageChannel channel) {
        StompHeaderAccessor frame = StompHeaderAccessor.wrap(message);
        StompCommand command = frame.getCommand();
        if (command == null || command == StompCommand.DISCONNECT) {
            // Heartbeats, and the end of a session, which Spring sends as well.
            return message;
        }
        if (command == StompCommand.CONNECT || command == StompCommand.STOMP) {
            connect(message, frame);
        } else if (!sessions.isConnected(session(frame))) {
            throw refused(message, "The first frame is " + command + ": it must be CONNECT");
        } else if (command == StompCommand.SUBSCRIBE) {
            subscribe(message, frame);
        } else if (command == StompCommand.UNSUBSCRIBE) {
            subscriptions(frame).remove(String.valueOf(frame.getSubscriptionId()));
        } else if (command == StompCommand.SEND) {
            throw refused(message, "Messages are not taken here: POST /external/schedulings creates a Scheduling");
        } else {
            throw refused(
                    message, "The frame is " + command + ": it must be CONNECT, SUBSCRIBE, UNSUBSCRIBE or DISCONNECT");
        }
        return message;
    }

    private void connect(Message<?> message, StompHeaderAccessor frame) {
        if (sessions.isConnected(session(frame))) {
            throw refused(message, "The client is connected already: CONNECT is sent once");
        }
        String authorization = frame.getFirstNativeHeader(HttpHeaders.AUTHORIZATION);
        if (authorization != null) {
            attributes(frame).put(AUTHORIZATION, authorization);
        }
        CallerAddress.run(address(frame), () -> guard.authenticate(authorization(frame)));
        if (!sessions.connect(session(frame))) {
            throw refused(message, "Too many clients are connected, or the session is closed: connect again later");
        }
    }

    private void subscribe(Message<?> message, StompHeaderAccessor frame) {
        Topic topic = Topic.of(frame.getDestination());
        if (topic == null) {
            throw refused(message, "destination is " + shown(frame.getDestination()) + ": it must be " + Topic.ALLOWED);
        }
        Permission permission = new Permission("list", "edgewise.dev", topic.resource(), namespace);
        CallerAddress.run(address(frame), () -> guard.require(authorization(frame), permission));
        String id = String.valueOf(frame.getSubscriptionId());
        Map<String, String> subscriptions = subscriptions(frame);
        if (subscriptions.containsKey(id) || subscriptions.containsValue(topic.destination())) {
            throw refused(
                    message,
                    "The client has a subscription " + shown(id) + ", or one to " + topic.destination()
                            + ": each must be there once");
        }
        if (subscriptions.size() >= maxSubscriptions) {
            throw refused(
                    message,
                    "The client has " + subscriptions.size() + " subscriptions: it must be at most " + maxSubscriptions
                            + "; " + Topic.PREFIX + "/jobs is about all jobs");
        }
        subscriptions.put(id, topic.destination());
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

    private static @Nullable String address(StompHeaderAccessor frame) {
        return (String) attributes(frame).get(ADDRESS);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> subscriptions(StompHeaderAccessor frame) {
        return (Map<String, String>)
                attributes(frame).computeIfAbsent(SUBSCRIPTIONS, key -> new ConcurrentHashMap<String, String>());
    }

    private static String session(StompHeaderAccessor frame) {
        return String.valueOf(frame.getSessionId());
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
