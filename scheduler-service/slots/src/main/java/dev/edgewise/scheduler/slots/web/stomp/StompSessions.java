package dev.edgewise.scheduler.slots.web.stomp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.web.socket.WebSocketSession;

/**
 * The sessions that are open. Those whose CONNECT frame was accepted are connected; the others have 10 s for it.
 * Thread-safe.
 */
final class StompSessions {
    /** Sessions that may wait for their CONNECT frame at a time, of all clients. */
    static final int MOST_UNCONNECTED = 50;
    /**
     * Sessions of one address that may wait for their CONNECT frame at a time, so that other addresses can still
     * connect.
     */
    static final int MOST_OF_ADDRESS = 10;

    private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

    private final int mostConnected;
    private final Map<String, Unconnected> unconnected = new LinkedHashMap<>();
    private final Set<String> connected = new HashSet<>();

    /** @param mostConnected clients that are connected at a time */
    StompSessions(int mostConnected) {
        this.mostConnected = mostConnected;
    }

    /** A session without an accepted CONNECT frame. */
    private record Unconnected(WebSocketSession session, String address, long since) {}

    /** Returns whether a further client with that address may open a session. */
    synchronized boolean hasRoom(String address) {
        return unconnected.size() < MOST_UNCONNECTED
                && connected.size() < mostConnected
                && unconnected.values().stream()
                                .filter(one -> one.address().equals(address))
                                .count()
                        < MOST_OF_ADDRESS;
    }

    /** Adds a session, and returns whether there is room for it. */
    synchronized boolean open(WebSocketSession session, String address, long nanos) {
        boolean isTaken = hasRoom(address);
        if (isTaken) {
            unconnected.put(session.getId(), new Unconnected(session, address, nanos));
        }
        return isTaken;
    }

    /** Marks a session as connected; returns false if as many as are allowed are connected, or it is closed. */
    synchronized boolean connect(String session) {
        if (connected.size() >= mostConnected || unconnected.remove(session) == null) {
            return false;
        }
        connected.add(session);
        return true;
    }

    synchronized boolean isConnected(String session) {
        return connected.contains(session);
    }

    /** Returns the number of clients that are connected. */
    synchronized int connected() {
        return connected.size();
    }

    synchronized void closed(String session) {
        unconnected.remove(session);
        connected.remove(session);
    }

    /** Returns the sessions that were not connected in time. */
    synchronized List<WebSocketSession> late(long nanos) {
        List<WebSocketSession> late = new ArrayList<>();
        unconnected.values().stream()
                .filter(one -> nanos - one.since() >= LONGEST_NANOS)
                .forEach(one -> late.add(one.session()));
        return late;
    }
}
