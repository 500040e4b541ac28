package dev.edgewise.offloader.planning;

/**
 * A function, or one replica of it, that is to be placed.
 *
 * @param namespace of its pod: no tenant reserves against another
 * @param name for messages and records
 * @param owner index of the node whose sensors call it
 * @param host index of the node where it is now, -1 if nowhere
 * @param millis CPU that it needs, in millicores
 * @param cores CPU that it is expected to use while it runs, in cores
 */
public record PlannedFunction(String namespace, String name, int owner, int host, long millis, double cores) {
    /** Whether it was last on another node than its owner's. */
    boolean isAway() {
        return host >= 0 && !isHome();
    }

    boolean isHome() {
        return host == owner;
    }
}
