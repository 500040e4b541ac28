package dev.edgewise.sandbox.evaluate.global;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The placements that the global scheduler is compared with. */
final class BaselinePlacements {
    private BaselinePlacements() {}

    /** Returns random nodes with a free place. */
    static int[] random(SimulatedPipelineEnvironment world, Random random) {
        return oneByOne(world, random, node -> true);
    }

    /** Returns random nodes of the last cluster, and of the others where that is full. */
    static int[] inCloud(SimulatedPipelineEnvironment world, Random random) {
        return oneByOne(world, random, node -> Topology.cluster(node) == Topology.CLUSTERS - 1);
    }

    /** Returns the nodes that are nearest to the source by true delays, whatever else they are. */
    static int[] nearest(SimulatedPipelineEnvironment world) {
        List<Integer> nodes = IntStream.range(0, Topology.NODES)
                .boxed()
                .sorted(Comparator.comparingDouble(node -> world.topology().rtt()[Topology.SOURCE][node]))
                .toList();
        int[] taken = new int[Topology.NODES];
        return IntStream.range(0, SimulatedPipelineEnvironment.FUNCTIONS)
                .map(function -> {
                    int node = nodes.stream()
                            .filter(each -> taken[each] < world.free(each))
                            .findFirst()
                            .orElseThrow();
                    taken[node]++;
                    return node;
                })
                .toArray();
    }

    /** Returns the best of all placements, with the times that are only known afterwards. */
    static int[] best(SimulatedPipelineEnvironment world) {
        int[] best = {};
        double least = Double.POSITIVE_INFINITY;
        int[] nodes = new int[SimulatedPipelineEnvironment.FUNCTIONS];
        int all = (int) Math.pow(Topology.NODES, SimulatedPipelineEnvironment.FUNCTIONS);
        for (int number = 0; number < all; number++) {
            int rest = number;
            for (int function = 0; function < nodes.length; function++) {
                nodes[function] = rest % Topology.NODES;
                rest /= Topology.NODES;
            }
            if (world.fits(nodes)) {
                double mean = world.mean(nodes);
                if (mean < least) {
                    least = mean;
                    best = nodes.clone();
                }
            }
        }
        return best;
    }

    private static int[] oneByOne(SimulatedPipelineEnvironment world, Random random, IntPredicate preferred) {
        int[] taken = new int[Topology.NODES];
        int[] nodes = new int[SimulatedPipelineEnvironment.FUNCTIONS];
        for (int function = 0; function < nodes.length; function++) {
            int[] free = free(world, taken, preferred);
            int[] choice = free.length > 0 ? free : free(world, taken, node -> true);
            nodes[function] = choice[random.nextInt(choice.length)];
            taken[nodes[function]]++;
        }
        return nodes;
    }

    private static int[] free(SimulatedPipelineEnvironment world, int[] taken, IntPredicate which) {
        return IntStream.range(0, Topology.NODES)
                .filter(node -> taken[node] < world.free(node))
                .filter(which)
                .toArray();
    }

    /** Whether any placement exists: a seed without one says nothing. */
    static boolean isPossible(SimulatedPipelineEnvironment world) {
        return Arrays.stream(IntStream.range(0, Topology.NODES).map(world::free).toArray())
                        .sum()
                >= SimulatedPipelineEnvironment.FUNCTIONS;
    }
}
