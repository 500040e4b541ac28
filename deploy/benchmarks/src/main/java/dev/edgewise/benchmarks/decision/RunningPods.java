package dev.edgewise.benchmarks.decision;

import dev.edgewise.benchmarks.decision.PodDraft.App;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.state.ClusterState;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The pods that run already. Of a hundred: 5 refuse their own kind on their node, 1 refuses it in its site, 5 would
 * like a neighbour, 2 require one, 3 hold a host port.
 */
final class RunningPods {
    private final BenchmarkApplications apps;
    private final SplittableRandom random;
    private int count;

    RunningPods(BenchmarkApplications apps, SplittableRandom random) {
        this.apps = apps;
        this.random = random;
    }

    void fill(ClusterState state, List<Topology.Place> places, List<Topology.Place> references) {
        for (Topology.Place place : places) {
            boolean busy = random.nextInt(100) < 30;
            int pods = 20 + random.nextInt(11);
            for (int i = 0; i < pods; i++) {
                state.putPod(ordinary(i)
                        .requests(busy ? 300 : 150, 512L << 20)
                        .runningOn(place.node())
                        .build());
            }
        }
        for (App hub : apps.hubs()) {
            int replicas = 1 + random.nextInt(3);
            for (int i = 0; i < replicas; i++) {
                Topology.Place place = references.get(random.nextInt(references.size()));
                state.putPod(next(hub).runningOn(place.node()).build());
            }
        }
    }

    void fillWide(ClusterState state, List<Topology.Place> places) {
        for (Topology.Place place : places) {
            state.putPod(next(BenchmarkApplications.WIDE)
                    .requests(0, 0)
                    .runningOn(place.node())
                    .build());
        }
    }

    private PodDraft ordinary(int position) {
        App app = apps.any(random);
        PodDraft draft = next(app);
        int kind = random.nextInt(100);
        if (kind < 5) {
            draft.podAffinity(refusing(app, NodeLabelNames.HOSTNAME));
        } else if (kind < 6) {
            draft.podAffinity(refusing(app, NodeLabelNames.ZONE));
        } else if (kind < 11) {
            draft.podAffinity(preferring(apps.any(random)));
        } else if (kind < 13) {
            draft.podAffinity(
                    new PodAffinity(List.of(app.near(NodeLabelNames.REGION)), List.of(), List.of(), List.of()));
        } else if (kind < 16) {
            draft.hostPort(8000 + position);
        }
        return draft;
    }

    private PodDraft next(App app) {
        return new PodDraft(app, app.name() + "-" + count++);
    }

    private static PodAffinity refusing(App app, String topologyKey) {
        return new PodAffinity(List.of(), List.of(app.near(topologyKey)), List.of(), List.of());
    }

    private static PodAffinity preferring(App app) {
        return new PodAffinity(
                List.of(), List.of(), List.of(new PodAffinity.Weighted(50, app.near(NodeLabelNames.ZONE))), List.of());
    }
}
