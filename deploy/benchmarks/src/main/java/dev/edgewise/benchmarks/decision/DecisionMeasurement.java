package dev.edgewise.benchmarks.decision;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ClusterState;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * JMH benchmark of one turn of the scheduling loop without queue and API: the previous pod releases its capacity, a
 * snapshot of the changed state is taken, the profile {@code edgewise} decides, the pod is assumed on its node.
 */
@State(Scope.Benchmark)
public class DecisionMeasurement {
    /** Stands for all kinds in their shares. */
    static final String MIX = "mix";

    private static final int HUNDREDS_OF_PODS = 20;
    private static final long SEED = 490;

    /** Nodes of the cluster. */
    @Param("500")
    public int nodes;

    /** A {@link PodKind}, or {@value #MIX}. */
    @Param(MIX)
    public String kind = MIX;

    private final FilterAndScorePipeline pipeline =
            new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new SplittableRandom(SEED));
    private List<Pod> pods = List.of();
    private @Nullable ClusterState state;
    private @Nullable Pod assumed;
    private int turn;

    /** Builds the cluster and the pods. */
    @Setup
    public void prepare() {
        EdgeCluster cluster = new EdgeCluster(nodes, SEED);
        PendingPods pending = new PendingPods(cluster, SEED + 1);
        pods = MIX.equals(kind)
                ? pending.mixed(HUNDREDS_OF_PODS)
                : pending.of(PodKind.valueOf(kind), HUNDREDS_OF_PODS * 100);
        state = cluster.state();
    }

    /** One decision. */
    @Benchmark
    public @Nullable Decision decide() {
        ClusterState cluster = state;
        if (cluster == null) {
            return null;
        }
        if (assumed != null) {
            cluster.forget(assumed);
            assumed = null;
        }
        Pod pod = pods.get(turn);
        turn = (turn + 1) % pods.size();
        Decision decision = pipeline.decide(pod, cluster.snapshot());
        if (decision.node() != null) {
            assumed = pod.assignedTo(decision.node());
            cluster.assume(assumed);
        }
        return decision;
    }
}
