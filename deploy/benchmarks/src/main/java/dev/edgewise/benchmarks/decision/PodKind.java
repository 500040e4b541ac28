package dev.edgewise.benchmarks.decision;

import dev.edgewise.benchmarks.decision.PodDraft.App;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Kinds of requirements of pods besides a delay, with their share in percent. */
enum PodKind {
    /** Pods near a node, nothing else. */
    NODE_DELAY(33),
    /** Pods near a workload of a few nodes. */
    WORKLOAD_DELAY(10),
    /** Pods near a workload of 500 nodes. */
    WORKLOAD_REFERENCE(3),
    NODE_SELECTOR(8) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.nodeAffinity(new NodeAffinity(Map.of(NodeLabelNames.DISK, "ssd"), null, List.of()));
        }
    },
    TOLERATION(5) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.toleration(new Toleration(
                    NodeLabelNames.DEDICATED, Toleration.Operator.EQUAL, "gateway", Taint.Effect.NO_SCHEDULE));
        }
    },
    PREFERRED_NODE_AFFINITY(5) {
        @Override
        void ask(PodDraft pod, App app) {
            NodeTerm term = new NodeTerm(List.of(Requirement.in("kubernetes.io/arch", "arm64")), List.of());
            pod.nodeAffinity(new NodeAffinity(Map.of(), null, List.of(new NodeAffinity.Preferred(50, term))));
        }
    },
    HOST_PORT(3) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.hostPort(8005);
        }
    },
    SOFT_SPREAD(6) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.spread(spread(app, NodeLabelNames.ZONE, 1, false))
                    .spread(spread(app, NodeLabelNames.HOSTNAME, 1, false));
        }
    },
    HARD_SPREAD(4) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.spread(spread(app, NodeLabelNames.ZONE, 3, true));
        }
    },
    PREFERRED_POD_AFFINITY(4) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.podAffinity(new PodAffinity(
                    List.of(),
                    List.of(),
                    List.of(new PodAffinity.Weighted(50, app.near(NodeLabelNames.ZONE))),
                    List.of()));
        }
    },
    REQUIRED_POD_AFFINITY(3) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.podAffinity(new PodAffinity(List.of(app.near(NodeLabelNames.REGION)), List.of(), List.of(), List.of()));
        }
    },
    POD_ANTI_AFFINITY(3) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.podAffinity(
                    new PodAffinity(List.of(), List.of(app.near(NodeLabelNames.HOSTNAME)), List.of(), List.of()));
        }
    },
    /** Pods without a delay need: the search starts anywhere. */
    NO_DELAY(10),
    /** Pods for which no node is near enough and big enough: every node has to be named with its reason. */
    IMPOSSIBLE(1) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.requests(64_000, 1L << 30);
        }
    },
    /** Fits nowhere, and asks to be near a workload of 500 nodes, or near nothing, in turn. */
    UNPLACEABLE(2) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.requests(64_000, 1L << 30);
        }
    },
    /**
     * Node affinity at the limits, and hard spreading over all labels: hostile, so in no mix. No two pods share an
     * affinity.
     */
    NODE_AFFINITY_AT_LIMITS(0) {
        @Override
        void ask(PodDraft pod, App app) {
            pod.nodeAffinity(new NodeAffinity(Map.of(), LargestNodeAffinity.TERMS, List.of()));
            LargestNodeAffinity.KEYS.forEach(key -> pod.spread(spread(app, key, Integer.MAX_VALUE, true)));
        }
    };

    private final int percent;

    PodKind(int percent) {
        this.percent = percent;
    }

    int percent() {
        return percent;
    }

    void ask(PodDraft pod, App app) {}

    /** Name in figures: {@code node-delay}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static SpreadConstraint spread(App app, String topologyKey, int maxSkew, boolean hard) {
        return new SpreadConstraint(maxSkew, topologyKey, hard, app.selector(), 1, true, false);
    }
}
