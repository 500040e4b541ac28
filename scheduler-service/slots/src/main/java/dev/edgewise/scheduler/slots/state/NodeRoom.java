package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.NodeState;
import java.util.HashMap;
import java.util.Map;

/** The free room of one node while it is shared out among its slots. Not thread-safe. */
final class NodeRoom {
    private final NodeState node;
    private Resources taken = Resources.NONE;
    private long pods;

    /** @param node as it is */
    NodeRoom(NodeState node) {
        this.node = node;
        this.pods = node.freePods();
    }

    /** Counts room as free that a placeholder of a slot keeps now. */
    void giveBack(Resources room) {
        taken = taken.minus(room);
        pods++;
    }

    /** Takes room of one pod, whether there is so much or not. */
    void take(Resources room) {
        taken = taken.plus(room);
        pods--;
    }

    /** Returns whether there is room for one more pod with those requests. */
    boolean fits(Resources room) {
        if (pods < 1) {
            return false;
        }
        Map<String, Long> scalars = new HashMap<>(room.scalars());
        scalars.replaceAll((name, amount) -> node.freeScalar(name) - taken.scalar(name) - amount);
        return isEnough(room.milliCpu(), node.freeMilliCpu() - taken.milliCpu())
                && isEnough(room.memory(), node.freeMemory() - taken.memory())
                && isEnough(room.ephemeralStorage(), node.freeEphemeralStorage() - taken.ephemeralStorage())
                && scalars.entrySet().stream()
                        .allMatch(rest -> room.scalar(rest.getKey()) == 0 || rest.getValue() >= 0);
    }

    private static boolean isEnough(long wanted, long free) {
        return wanted == 0 || wanted <= free;
    }
}
