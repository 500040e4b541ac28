package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.Balloon;
import org.jspecify.annotations.Nullable;

/**
 * Creates and deletes pods that hold capacity on nodes. Blocks until the API server has answered. The caller retries
 * failed writes.
 */
public interface BalloonWriter {
    /**
     * Creates one on that node, past any scheduler.
     *
     * @return as it is now; null if there is none, or that is not known
     */
    @Nullable
    Balloon create(String node, Resources room);

    /**
     * Deletes that balloon at once, and no later one of its name.
     *
     * @return whether it is gone
     */
    boolean delete(Balloon balloon);

    /**
     * Keeps other schedulers away from the node, or lets them place pods there again.
     *
     * @param away whether they are kept away
     */
    void guard(String node, boolean away);

    /**
     * Deletes balloons that their nodes refused or ended. They hold no capacity.
     *
     * @return whether it is known which those are
     */
    boolean deleteEnded();
}
