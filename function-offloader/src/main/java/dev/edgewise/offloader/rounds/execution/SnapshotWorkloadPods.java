package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.WorkloadPods;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The candidates as they were seen last. For one thread at a time. */
final class SnapshotWorkloadPods implements WorkloadPods {
    private ClusterSnapshot cluster = new ClusterSnapshot(List.of(), List.of(), Map.of());

    void take(ClusterSnapshot seen) {
        cluster = seen;
    }

    @Override
    public boolean runs(String uid) {
        return cluster.pods().stream().anyMatch(pod -> pod.uid().equals(uid) && pod.stays());
    }

    @Override
    public long count(Workload workload) {
        return cluster.pods().stream()
                .filter(CandidatePod::stays)
                .filter(pod -> cluster.workload(pod).equals(workload))
                .count();
    }

    @Override
    public Optional<String> readyBeside(Workload workload, String uid) {
        return cluster.pods().stream()
                .filter(pod -> pod.runs() && !pod.uid().equals(uid))
                .filter(pod -> cluster.workload(pod).equals(workload))
                .min(Comparator.comparing(SnapshotWorkloadPods::readySince))
                .map(CandidatePod::node);
    }

    private static Instant readySince(CandidatePod pod) {
        return Objects.requireNonNull(pod.readySince(), "a pod that runs is ready");
    }
}
