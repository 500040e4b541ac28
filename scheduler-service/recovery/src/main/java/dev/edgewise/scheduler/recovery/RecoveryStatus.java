package dev.edgewise.scheduler.recovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current state of recovery, as REST and health show it. For any thread. */
public interface RecoveryStatus {
    /** Returns why no pod is restarted now, whatever fails; null if recovery is not paused. */
    @Nullable
    String pauseReason();

    /** Returns the failed nodes whose protected pods are being restarted, by name; the first 100 at most. */
    List<String> failedNodes();
}
