package dev.edgewise.offloader.moves;

import dev.edgewise.offloader.safety.MovablePod;
import java.time.Duration;
import java.util.List;

/**
 * Room that this service keeps for pods which replace moved ones. It ends by itself, whatever happens to this service.
 */
public interface Reservations {
    /**
     * A reservation of ours that still stands.
     *
     * @param pod UID of the pod that was to move
     * @param target node of the room
     */
    record Standing(String pod, String target) {}

    /**
     * Keeps room on a node for the next pod of the pod's workload; named by the pod's UID, so that a repetition finds
     * what is there.
     */
    void reserve(MovablePod pod, String target, Duration timeToLive) throws MoveFailedException;

    /** Gives the room back; nothing happens if there is none. */
    void release(String pod) throws MoveFailedException;

    List<Standing> standing() throws MoveFailedException;
}
