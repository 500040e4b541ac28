package dev.edgewise.benchmarks.planetlab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Nodes and pods, seeded. Nodes have 2, 4 or 8 cores, so that most pods fit; those that refer to remote nodes, and one
 * in a hundred that asks for more than any node has, do not.
 */
record Scenario(Map<String, NodeOrPodCapacity> nodes, List<VerifiedPodPlacement> pods) {
    private static final long GIB = 1L << 30;
    private static final double[] NEEDS = {20, 40, 80};
    private static final int[] CORES = {2, 4, 8};

    static Scenario of(int nodes, int pods, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, NodeOrPodCapacity> offered = new LinkedHashMap<>();
        for (int i = 0; i < nodes; i++) {
            int cores = CORES[random.nextInt(CORES.length)];
            offered.put(nodeName(i), new NodeOrPodCapacity(cores * 1000L, cores * 2 * GIB, 110));
        }
        List<String> names = List.copyOf(offered.keySet());
        List<VerifiedPodPlacement> wanted = new ArrayList<>();
        for (int i = 0; i < pods; i++) {
            boolean tooBig = random.nextInt(100) == 0;
            NodeOrPodCapacity room =
                    new NodeOrPodCapacity(tooBig ? 16_000 : 250 + 250L * random.nextInt(3), GIB / 2, 1);
            double need = NEEDS[random.nextInt(NEEDS.length)];
            wanted.add(new VerifiedPodPlacement("pod-" + i, names.get(random.nextInt(nodes)), need, room, null, false));
        }
        return new Scenario(offered, wanted);
    }

    /** Names sort as their numbers do. */
    static String nodeName(int number) {
        return String.format(Locale.ROOT, "planetlab-%04d", number);
    }

    List<String> nodeNames() {
        return List.copyOf(nodes.keySet());
    }
}
