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
        App app = kind == PodKind.WORKLOAD_DELAY
                ? new App(hub.namespace(), "near-" + hub.name(), hub.tier())
                : cluster.apps().any(random);
        PodDraft pod = new PodDraft(app, "pending-" + count++).requests(100 + 100L * random.nextInt(3), 256L << 20);
        if (kind != PodKind.NO_DELAY) {
            String reference = kind == PodKind.WORKLOAD_DELAY ? hub.name() : cluster.anyReference(random);
            pod.label("delay_" + reference, NEEDS.get(random.nextInt(NEEDS.size())));
        }
        kind.ask(pod, app);
        return pod.build();
    }
}
