package dev.edgewise.scheduler.recovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current state of recovery, for people. For any thread. */
public interface RecoveryStatus {
    /** Returns why no pod is restarted now, whatever fails; null if nothing holds recovery back. */
    @Nullable
    String held();

    /** Returns the failed nodes whose protected pods are being restarted, by name; the first 100 at most. */
    List<String> failedNodes();
}
