package dev.edgewise.examples.slots;

import jakarta.websocket.CloseReason;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Topics of STOMP as the interface has them. */
final class FakeBroker {
    private final Map<Session, Set<String>> topics = new ConcurrentHashMap<>();
    private final List<String> connected = new ArrayList<>();
    private int subscriptions;

    ServerEndpointConfig.Configurator configurator() {
        return new ServerEndpointConfig.Configurator() {
            @Override
            public <T> T getEndpointInstance(Class<T> type) {
                return type.cast(new Endpoint(FakeBroker.this));
            }
        };
    }

    /** Subscriptions so far, of all connections. */
    synchronized int subscriptions() {
        return subscriptions;
    }

    /** CONNECT frames so far. */
    synchronized List<String> connected() {
        return List.copyOf(connected);
    }

    /** Ends all connections without a word. */
    synchronized void drop() {
        topics.keySet().forEach(session -> {
            try {
                session.close(new CloseReason(CloseReason.CloseCodes.GOING_AWAY, "restart"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        topics.clear();
    }

    /** Says on the topic of a kind that an object has changed. */
    synchronized void send(String kind, String name) {
        String topic = "/topic/" + kind;
        topics.forEach((session, subscribed) -> {
            if (subscribed.contains(topic) && session.isOpen()) {
                write(
                        session,
                        "MESSAGE\ndestination:" + topic + "\nsubscription:" + kind
                                + "\nmessage-id:1\ncontent-type:application/json\n\n{\"action\":\"MODIFIED\",\"resource\":\""
                                + name + "\"}\0");
            }
        });
    }

    private synchronized void receive(Session session, String frame) {
        if (frame.startsWith("CONNECT\n")) {
            connected.add(frame);
            topics.put(session, new TreeSet<>());
            write(session, "CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0");
        } else if (frame.startsWith("SUBSCRIBE\n")) {
            frame.lines().filter(line -> line.startsWith("destination:")).forEach(line -> topics.get(session)
                    .add(line.substring("destination:".length())));
            subscriptions++;
        } else {
            write(session, "ERROR\nmessage:unknown frame\n\n\0");
        }
    }

    private static void write(Session session, String frame) {
        try {
            session.getBasicRemote().sendText(frame);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One connection. */
    static final class Endpoint extends jakarta.websocket.Endpoint {
        private final FakeBroker broker;

        Endpoint(FakeBroker broker) {
            this.broker = broker;
        }

        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(new Frames(broker, session));
        }

        @Override
        public void onClose(Session session, CloseReason reason) {
            broker.topics.remove(session);
        }
    }

    private record Frames(FakeBroker broker, Session session) implements MessageHandler.Whole<String> {
        @Override
        public void onMessage(String frame) {
            broker.receive(session, frame);
        }
    }
}
