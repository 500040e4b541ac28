package dev.edgewise.scheduler.violations;

import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Index of the pods that refer to nodes or workloads, and so to the times from certain nodes. Pods are known by their
 * uid. For one thread.
 */
final class DelayReferenceIndex {
    private final Map<Name, Referred> byName = new HashMap<>();
    private final Map<String, Set<Referred>> byOrigin = new HashMap<>();

    private record Name(String namespace, String reference) {}

    /** A node or workload that pods refer to; two are never equal. */
    private static final class Referred {
        final Name name;
        final Set<String> pods = new LinkedHashSet<>();
        Map<String, Integer> origins = Map.of();

        Referred(Name name) {
            this.name = name;
        }
    }

    void add(String pod, String namespace, Set<String> references, Snapshot snapshot) {
        for (String reference : references) {
            Name name = new Name(namespace, reference);
            Referred referred = byName.get(name);
            if (referred == null) {
                referred = new Referred(name);
                byName.put(name, referred);
                follow(referred, snapshot);
            }
            referred.pods.add(pod);
        }
    }

    void remove(String pod, String namespace, Set<String> references) {
        for (String reference : references) {
            Name name = new Name(namespace, reference);
            Referred referred = byName.get(name);
            if (referred != null && referred.pods.remove(pod) && referred.pods.isEmpty()) {
                byName.remove(name);
                setOrigins(referred, Map.of());
            }
        }
    }

    /** Passes on the pods whose references mean other nodes than before. */
    void follow(Snapshot snapshot, Consumer<String> affected) {
        for (Referred referred : byName.values()) {
            if (follow(referred, snapshot)) {
                referred.pods.forEach(affected);
            }
        }
    }

    /**
     * Passes on the pods that are checked by the times from some of these nodes, with all nodes that their reference
     * means: once for each reference, however many replicas it has.
     */
    void forPodsBy(Collection<String> origins, BiConsumer<String, Set<String>> affected) {
        Set<Referred> changed = new LinkedHashSet<>();
        origins.forEach(origin -> changed.addAll(byOrigin.getOrDefault(origin, Set.of())));
        changed.forEach(referred -> referred.pods.forEach(pod -> affected.accept(pod, referred.origins.keySet())));
    }

    private boolean follow(Referred referred, Snapshot snapshot) {
        Map<String, Integer> now =
                BoundPodDelayCheck.origins(referred.name.namespace(), referred.name.reference(), snapshot);
        boolean isSame = now == referred.origins || now.keySet().equals(referred.origins.keySet());
        if (isSame) {
            referred.origins = now;
        } else {
            setOrigins(referred, now);
        }
        return !isSame;
    }

    private void setOrigins(Referred referred, Map<String, Integer> origins) {
        for (String origin : referred.origins.keySet()) {
            Set<Referred> rest = byOrigin.getOrDefault(origin, Set.of());
            if (!origins.containsKey(origin) && rest.remove(referred) && rest.isEmpty()) {
                byOrigin.remove(origin);
            }
        }
        for (String origin : origins.keySet()) {
            byOrigin.computeIfAbsent(origin, first -> new LinkedHashSet<>()).add(referred);
        }
        referred.origins = origins;
    }
}
