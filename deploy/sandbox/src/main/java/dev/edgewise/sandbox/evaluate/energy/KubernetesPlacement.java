package dev.edgewise.sandbox.evaluate.energy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Default behaviour of Kubernetes: it spreads replicas once and never moves them; with eviction it creates replicas
 * again, on running nodes, once their node was silent for five minutes.
 */
final class KubernetesPlacement implements Simulation.Placement {
    private static final int ALLOCATABLE_MILLIS = 4_000;
    private static final int TOLERATION_SECONDS = 300;
    private static final long SAME_FUNCTION = 1_000_000;

    private final boolean evicting;
    private final Random random;
    private int[] silentSeconds = {};

    KubernetesPlacement(boolean evicting, long seed) {
        this.evicting = evicting;
        this.random = new Random(seed * 31 + 7);
    }

    @Override
    public void place(Simulation simulation, int second) {
        List<FunctionReplica> all = new ArrayList<>();
        simulation.functions().forEach(all::addAll);
        if (second == 0) {
            silentSeconds = new int[simulation.nodes().size()];
            Collections.shuffle(all, random);
            all.forEach(replica -> simulation.put(replica, choose(simulation, replica, false)));
        } else if (evicting) {
            evict(simulation, all);
        }
    }

    private void evict(Simulation simulation, List<FunctionReplica> all) {
        for (SimulatedNode node : simulation.nodes()) {
            silentSeconds[node.index()] = node.runs()
                    ? 0
                    : silentSeconds[node.index()] + simulation.scenario().stepSeconds();
        }
        List<FunctionReplica> homeless = new ArrayList<>(all);
        homeless.removeIf(replica ->
                replica.host() != null && silentSeconds[replica.host().index()] < TOLERATION_SECONDS);
        Collections.shuffle(homeless, random);
        for (FunctionReplica replica : homeless) {
            simulation.put(replica, null);
            SimulatedNode node = choose(simulation, replica, true);
            if (node != null) {
                simulation.move(replica, node);
                simulation.countMove();
            }
        }
    }

    /**
     * Among nodes with room: the fewest replicas of the same function, then the least CPU requested, ties at random.
     */
    private @Nullable SimulatedNode choose(Simulation simulation, FunctionReplica replica, boolean onlyRunning) {
        SimulatedNode best = null;
        long least = Long.MAX_VALUE;
        int ties = 0;
        for (SimulatedNode node : simulation.nodes()) {
            int requested = node.requestedMillis();
            if ((onlyRunning && !node.runs()) || requested + replica.load().requestMillis() > ALLOCATABLE_MILLIS) {
                continue;
            }
            long same = node.replicas().stream()
                    .filter(other -> other.load() == replica.load())
                    .count();
            long rank = same * SAME_FUNCTION + requested;
            ties = rank == least ? ties + 1 : rank < least ? 1 : ties;
            if (rank < least || (rank == least && random.nextInt(ties) == 0)) {
                best = node;
                least = rank;
            }
        }
        return best;
    }
}
