package dev.edgewise.rewards.learning.facts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a container of a pod, as the API server shows it.
 *
 * @param isInit whether it is an init container, sidecars included
 * @param restarts {@code restartCount}, 0 or more
 * @param waiting the reason of {@code state.waiting}, such as {@code CrashLoopBackOff}; empty if it does not wait or
 *     there is none
 * @param message of {@code state.waiting}; mostly empty
 * @param running {@code state.running.startedAt}, in ms since the epoch; 0 if it does not run
 * @param ended {@code state.terminated}; null if it has not ended
 * @param endedBefore {@code lastState.terminated}: the run before; null if there was none
 */
public record ContainerFacts(
        String name,
        boolean isInit,
        int restarts,
        String waiting,
        String message,
        long running,
        @Nullable Ending ended,
        @Nullable Ending endedBefore) {
    /** Creates it with the start of a run as an instant. @param running null if it does not run */
    public ContainerFacts(
            String name,
            boolean isInit,
            int restarts,
            String waiting,
            String message,
            @Nullable Instant running,
            @Nullable Ending ended,
            @Nullable Ending endedBefore) {
        this(
                name,
                isInit,
                restarts,
                waiting,
                message,
                running == null ? 0 : running.toEpochMilli(),
                ended,
                endedBefore);
    }

    public boolean runs() {
        return running != 0;
    }

    /**
     * The end of a run.
     *
     * @param reason such as {@code OOMKilled}, {@code Error}, {@code Completed}; may be empty
     * @param started when it started; null if that is unknown or it never did
     * @param finished when it ended; null if unknown
     */
    public record Ending(int exitCode, String reason, @Nullable Instant started, @Nullable Instant finished) {}
}
