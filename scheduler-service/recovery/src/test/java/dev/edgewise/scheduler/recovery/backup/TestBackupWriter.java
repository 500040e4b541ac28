package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Decisions;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.ClusterState;

/** Gives other packages the steps of the loop that writes backups. */
public final class TestBackupWriter {
    private TestBackupWriter() {}

    public static Runnable steps(
            ClusterState state, Decisions decisions, FailoverWriter writer, BackupReconciler backups, Ticker ticker) {
        return new BackupWriter(state, decisions, writer, backups::whyUnprotected, ticker)::step;
    }
}
