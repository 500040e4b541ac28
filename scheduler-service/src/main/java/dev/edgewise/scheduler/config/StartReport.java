package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.MemoryThrift;
import dev.edgewise.scheduler.kubernetes.watch.ClusterWatch;

final class StartReport {
    private StartReport() {}

    static void on(ClusterWatch watch) {
        watch.synced().thenRunAsync(MemoryThrift::startIsOver);
    }
}
