package dev.edgewise.rewards.cluster;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodWarning;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes, pods and Warning events of pods that the API server shows. An attached learner receives all of them, then
 * each change, in order. Safe for many threads.
 */
public final class WatchedNodesAndPods {
    // Concurrent, so that readers need not wait for the learner, which takes changes one at a time.
    private final Map<String, NodeFacts> nodes = new ConcurrentHashMap<>();
    /** Pods by namespace, then name. */
    private final Map<String, Map<String, PodFacts>> pods = new ConcurrentHashMap<>();

    private final PodWarnings warnings;

    private @Nullable RewardLearner learner;

    public WatchedNodesAndPods(Ticker ticker) {
        this.warnings = new PodWarnings(ticker);
    }

    /**
     * Passes all nodes and pods to this learner before this returns, then each change; the learner before gets no more.
     */
    public synchronized void attach(RewardLearner hears, Instant now) {
        learner = hears;
        nodes.values().forEach(node -> hears.node(node, now));
        pods.values().forEach(named -> named.values().forEach(pod -> tell(hears, pod, now)));
    }

    /** Stops passing changes to a learner. */
    public synchronized void detach() {
        learner = null;
    }

    public synchronized void node(NodeFacts node, Instant now) {
        NodeFacts before = nodes.put(node.name(), node);
        if (learner == null || node.equals(before)) {
            return;
        }
        learner.node(node, now);
        if (before == null) {
            tellOfPodsOn(node.name(), learner, now);
        }
    }

    public synchronized void nodeGone(String name) {
        nodes.remove(name);
        if (learner != null) {
            learner.nodeGone(name);
        }
    }

    public synchronized void pod(PodFacts facts, Instant now) {
        Map<String, PodFacts> named = pods.computeIfAbsent(facts.namespace(), unknown -> new ConcurrentHashMap<>());
        PodFacts before = named.get(facts.name());
        PodFacts pod = before == null ? facts : facts.withName(before.name());
        named.put(pod.name(), pod);
        if (learner == null) {
            return;
        }
        if (before != null && before.id().equals(pod.id())) {
            learner.pod(pod, now);
            return;
        }
        if (before != null) {
            learner.podGone(before.uid(), now);
        }
        tell(learner, pod, now);
    }

    /** Passes the pods of a new node: nodes and pods have two watches, so that a pod may come before its node. */
    private void tellOfPodsOn(String node, RewardLearner hears, Instant now) {
        for (Map<String, PodFacts> named : pods.values()) {
            for (PodFacts pod : named.values()) {
                if (pod.node().equals(node)) {
                    tell(hears, pod, now);
                }
            }
        }
    }

    private void tell(RewardLearner hears, PodFacts pod, Instant now) {
        hears.pod(pod, now);
        warnings.of(pod.fullName()).stream()
                .filter(warning -> warning.uid().equals(pod.uid()))
                .forEach(warning -> pass(warning, pod, hears, now));
    }

    private static void pass(PodWarning warning, PodFacts pod, RewardLearner to, Instant now) {
        if (warning.isOfBinding()) {
            to.notBound(pod, warning, now);
        } else {
            to.event(warning, now);
        }
    }

    public synchronized void podGone(String namespace, String name, Instant now) {
        warnings.remove(namespace + "/" + name);
        PodFacts gone = remove(namespace, name);
        if (gone != null && learner != null) {
            learner.podGone(gone.uid(), now);
        }
    }

    private @Nullable PodFacts remove(String namespace, String name) {
        Map<String, PodFacts> named = pods.get(namespace);
        if (named == null) {
            return null;
        }
        PodFacts gone = named.remove(name);
        if (named.isEmpty()) {
            pods.remove(namespace);
        }
        return gone;
    }

    /**
     * Takes a Warning event, which may be about a pod that is not known yet.
     *
     * @param event name of the event
     * @param pod {@code namespace/name}; if the uid is not that of the event, it is another pod
     */
    public synchronized void warning(String event, String pod, PodWarning warning, Instant now) {
        if (!warnings.add(event, pod, warning)) {
            return;
        }
        PodFacts of = find(pod).orElse(null);
        if (of != null && of.uid().equals(warning.uid()) && learner != null) {
            pass(warning, of, learner, now);
        }
    }

    /** Returns a pod. @param pod {@code namespace/name} */
    public Optional<PodFacts> find(String pod) {
        int slash = pod.indexOf('/');
        return slash < 0
                ? Optional.empty()
                : Optional.ofNullable(pods.get(pod.substring(0, slash)))
                        .map(named -> named.get(pod.substring(slash + 1)));
    }

    public int pods() {
        return pods.values().stream().mapToInt(Map::size).sum();
    }

    public int nodes() {
        return nodes.size();
    }
}
