package dev.edgewise.benchmarks.decision;

import dev.edgewise.benchmarks.decision.PodDraft.App;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The applications of the cluster: two and a half for each node, so about ten pods each, in twenty namespaces. */
final class BenchmarkApplications {
    static final List<String> NAMESPACES =
            IntStream.range(0, 20).mapToObj(i -> "team-" + i).toList();
    private static final List<String> TIERS = List.of("web", "cache", "batch", "control");
    /** Small applications that others want to be near to; each runs on up to three of the reference nodes. */
    private static final int HUBS = 60;

    /** Runs on many nodes, as a DaemonSet of a part of the cluster does. */
    static final App WIDE = new App(NAMESPACES.get(0), "wide", "control");

    private final List<App> ordinary;
    private final List<App> hubs;

    BenchmarkApplications(int nodes) {
        ordinary = named("app-", nodes * 5 / 2);
        hubs = named("hub-", HUBS);
    }

    App any(SplittableRandom random) {
        return ordinary.get(random.nextInt(ordinary.size()));
    }

    App anyHub(SplittableRandom random) {
        return hubs.get(random.nextInt(hubs.size()));
    }

    List<App> hubs() {
        return hubs;
    }

    private static List<App> named(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new App(
                        NAMESPACES.get(i % NAMESPACES.size()),
                        prefix + i,
                        TIERS.get(i / NAMESPACES.size() % TIERS.size())))
                .toList();
    }
}
