package dev.edgewise.benchmarks.decision;

import dev.edgewise.benchmarks.decision.PodDraft.App;
import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** The pods to decide, seeded. Needs are 5, 10 or 20 ms. */
final class PendingPods {
    private static final List<String> NEEDS = List.of("5", "10", "20");

    private final EdgeCluster cluster;
    private final SplittableRandom random;
    private int count;

    PendingPods(EdgeCluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new SplittableRandom(seed);
    }

    /** Pods of every kind in their shares, shuffled. */
    List<Pod> mixed(int hundreds) {
        List<Pod> pods = new ArrayList<>();
        for (PodKind kind : PodKind.values()) {
            pods.addAll(of(kind, kind.percent() * hundreds));
        }
        Collections.shuffle(pods, new Random(random.nextLong()));
        return pods;
    }

    List<Pod> of(PodKind kind, int number) {
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            pods.add(next(kind));
        }
        return pods;
    }

    private Pod next(PodKind kind) {
        App hub = cluster.apps().anyHub(random);
        App app = app(kind, hub);
        PodDraft pod = new PodDraft(app, "pending-" + count++).requests(100 + 100L * random.nextInt(3), 256L << 20);
        if (kind != PodKind.NO_DELAY && !(kind == PodKind.UNPLACEABLE && count % 2 == 0)) {
            pod.label("delay_" + reference(kind, hub), NEEDS.get(random.nextInt(NEEDS.size())));
        }
        kind.ask(pod, app);
        return pod.build();
    }

    private App app(PodKind kind, App hub) {
        return switch (kind) {
            case WORKLOAD_DELAY -> new App(hub.namespace(), "near-" + hub.name(), hub.tier());
            case WORKLOAD_REFERENCE, UNPLACEABLE ->
                new App(BenchmarkApplications.WIDE.namespace(), "near-wide", BenchmarkApplications.WIDE.tier());
            default -> cluster.apps().any(random);
        };
    }

    private String reference(PodKind kind, App hub) {
        return switch (kind) {
            case WORKLOAD_DELAY -> hub.name();
            case WORKLOAD_REFERENCE, UNPLACEABLE -> BenchmarkApplications.WIDE.name();
            default -> cluster.anyReference(random);
        };
    }
}
