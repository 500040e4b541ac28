package dev.edgewise.benchmarks.global;

import dev.edgewise.global.cluster.CapacityBuilder;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Clusters whose nodes are between empty and full; every tenth cluster is full, so that all its nodes are looked at.
 */
final class MemberSummaries {
    private static final long GIB = 1L << 30;
    private static final int FULL = 10;

    private MemberSummaries() {}

    static Map<String, Member> of(int clusters, int nodes, Random random, Instant at) {
        Map<String, Member> members = new LinkedHashMap<>();
        for (int cluster = 0; cluster < clusters; cluster++) {
            String name = "c" + cluster;
            members.put(name, member(name, capacity(nodes, cluster % FULL == 0, random), random, at));
        }
        return members;
    }

    private static Member member(String name, ClusterCapacity capacity, Random random, Instant at) {
        LocationClass location = LocationClass.values()[random.nextInt(LocationClass.values().length)];
        double cost = 1 + random.nextInt(100);
        double roundTrip = 1 + 100 * random.nextDouble();
        return new Member(
                name,
                "uid-" + name,
                location,
                Map.of(),
                Set.of(Member.ANY_NAMESPACE),
                cost,
                true,
                capacity,
                at,
                roundTrip,
                random.nextInt(101),
                "");
    }

    private static ClusterCapacity capacity(int nodes, boolean full, Random random) {
        CapacityBuilder builder = new CapacityBuilder();
        for (int node = 0; node < nodes; node++) {
            long cpu = 4_000L << random.nextInt(4);
            long bytes = 16 * GIB << random.nextInt(3);
            builder.node(
                    new CapacityBuilder.NodeValues("n" + node, true, cpu, bytes, 110, random.nextInt(20) == 0 ? 4 : 0));
            double used = full ? 0.99 : random.nextDouble();
            builder.pod("n" + node, false, (long) (cpu * used), (long) (bytes * used), 0);
        }
        return builder.build();
    }
}
