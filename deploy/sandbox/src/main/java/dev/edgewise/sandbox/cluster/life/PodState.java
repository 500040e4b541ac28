package dev.edgewise.sandbox.cluster.life;

import java.time.Duration;

/**
 * State of a pod on a simulated node, from its object in the API.
 *
 * @param restarts how often its containers have been restarted
 * @param deleting whether it has been asked to go
 * @param grace how long it may take to go
 */
public record PodState(Stage stage, int restarts, RestartPolicy restartPolicy, boolean deleting, Duration grace) {
    /** The stages of a pod's life on its node. */
    public enum Stage {
        BOUND,
        RUNNING,
        CRASHED,
        FINISHED
    }

    /** Restart policies for containers that exited. */
    public enum RestartPolicy {
        ALWAYS,
        ON_FAILURE,
        NEVER
    }
}
