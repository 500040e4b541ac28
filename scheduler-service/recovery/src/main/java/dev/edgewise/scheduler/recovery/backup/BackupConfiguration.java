package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures how pods get their backups, and how these are written to the pods. */
@Configuration(proxyBeanMethods = false)
class BackupConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(250);

    @Bean
    BackupReconciler backupReconciler(
            ClusterState state, SchedulingLoopAccess decisions, ProfileSet profiles, Ticker ticker) {
        return new BackupReconciler(state, decisions, profiles::find, ticker);
    }

    @Bean
    BackupPlanner backupPlanner(
            ClusterState state,
            SchedulingLoopAccess decisions,
            ProfileSet profiles,
            SchedulingQueue queue,
            BackupReconciler backups,
            RandomGenerator random,
            Ticker ticker) {
        return new BackupPlanner(
                state, decisions, profiles::find, queue::hasActiveOrInFlightPods, backups, random, ticker);
    }

    @Bean
    ProgressLoop backupWritesLoop(
            ClusterState state,
            SchedulingLoopAccess decisions,
            FailoverWriter writer,
            BackupReconciler backups,
            ProfileSet profiles,
            Ticker ticker,
            MeterRegistry meters) {
        BackupAnnotationWriter writes =
                new BackupAnnotationWriter(state, decisions, writer, backups::whyUnprotected, ticker);
        BackupAnnotationRemover withdrawals = new BackupAnnotationRemover(
                state, decisions, pod -> profiles.find(pod.spec().schedulerName()) != null, writer, ticker);
        Runnable step = () -> {
            writes.step();
            withdrawals.step();
        };
        return new ProgressLoop("backup-writes", step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase backupWritesPhase(ProgressLoop backupWritesLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, backupWritesLoop);
    }
}
