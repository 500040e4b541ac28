package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.model.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The selectors of Services and of what controls pods. Selectors of Services are found by one of the labels that they
 * ask for, so that a pod meets a few, not every Service of its namespace. Immutable.
 */
public final class PodSelectors {
    public static final FactKey<PodSelectors> FACT =
            FactKey.of("selectors", new PodSelectors(HashTreePMap.empty(), HashTreePMap.empty()));

    /** A Deployment puts it into the selector of each of its ReplicaSets and on their pods. */
    private static final String TEMPLATE_HASH = "pod-template-hash";

    private final PMap<PodSelectorObjectKey, LabelSelector> byKey;
    private final PMap<Label, PMap<PodSelectorObjectKey, LabelSelector>> servicesByLabel;

    private record Label(String namespace, String key, String value) {}

    private PodSelectors(
            PMap<PodSelectorObjectKey, LabelSelector> byKey,
            PMap<Label, PMap<PodSelectorObjectKey, LabelSelector>> servicesByLabel) {
        this.byKey = byKey;
        this.servicesByLabel = servicesByLabel;
    }

    /** Each selector by the object that has it. */
    public Map<PodSelectorObjectKey, LabelSelector> byKey() {
        return byKey;
    }

    /**
     * @param selector of a Service or ReplicationController: labels and their values; one without requirements is none
     */
    public PodSelectors with(PodSelectorObjectKey key, LabelSelector selector) {
        PodSelectors others = without(key);
        if (selector.nothing() || selector.isEverything()) {
            return others;
        }
        PMap<Label, PMap<PodSelectorObjectKey, LabelSelector>> services = others.servicesByLabel;
        if (key.kind() == Kind.SERVICE) {
            Label label = label(key, selector);
            services = services.plus(
                    label, services.getOrDefault(label, HashTreePMap.empty()).plus(key, selector));
        }
        return new PodSelectors(others.byKey.plus(key, selector), services);
    }

    public PodSelectors without(PodSelectorObjectKey key) {
        LabelSelector selector = byKey.get(key);
        if (selector == null) {
            return this;
        }
        PMap<Label, PMap<PodSelectorObjectKey, LabelSelector>> services = servicesByLabel;
        if (key.kind() == Kind.SERVICE) {
            Label label = label(key, selector);
            PMap<PodSelectorObjectKey, LabelSelector> rest =
                    services.getOrDefault(label, HashTreePMap.empty()).minus(key);
            services = rest.isEmpty() ? services.minus(label) : services.plus(label, rest);
        }
        return new PodSelectors(byKey.minus(key), services);
    }

    /**
     * The selector of the pod's replicas: what all Services that select the pod and its controller ask for together;
     * without requirements if there are none.
     *
     * <p>Source: DefaultSelector in kubernetes, pkg/scheduler/framework/plugins/helper/spread.go.
     */
    public LabelSelector replicasOf(Pod pod) {
        PodSelectorObjectKey controller = pod.controller();
        LabelSelector own = controller == null ? null : own(controller, pod);
        Set<Requirement> all = new LinkedHashSet<>();
        for (Map.Entry<String, String> label : pod.labels().entrySet()) {
            services(pod, label).forEach(selector -> all.addAll(selector.requirements()));
        }
        if (controller != null && own != null) {
            if (controller.kind() == Kind.REPLICATION_CONTROLLER) {
                replace(all, own);
            }
            all.addAll(own.requirements());
        }
        return all.isEmpty() ? LabelSelector.EVERYTHING : LabelSelector.of(new ArrayList<>(all));
    }

    /** The watch of pods may be ahead of that of ReplicaSets: the first pods of a Deployment would not be spread. */
    private @Nullable LabelSelector own(PodSelectorObjectKey controller, Pod pod) {
        LabelSelector known = byKey.get(controller);
        if (known != null || controller.kind() != Kind.REPLICA_SET) {
            return known;
        }
        String hash = pod.labels().get(TEMPLATE_HASH);
        return hash == null ? null : LabelSelector.of(List.of(Requirement.in(TEMPLATE_HASH, hash)));
    }

    private List<LabelSelector> services(Pod pod, Map.Entry<String, String> label) {
        PMap<PodSelectorObjectKey, LabelSelector> found =
                servicesByLabel.get(new Label(pod.namespace(), label.getKey(), label.getValue()));
        return found == null
                ? List.of()
                : found.values().stream()
                        .filter(selector -> selector.matches(pod.labels()))
                        .toList();
    }

    /**
     * Removes the requirements for the labels of a ReplicationController's selector, which replaces them, as
     * kube-scheduler merges labels; other selectors are only added.
     */
    private static void replace(Set<Requirement> all, LabelSelector selector) {
        Set<String> keys = new HashSet<>();
        selector.requirements().forEach(requirement -> keys.add(requirement.key()));
        all.removeIf(requirement -> keys.contains(requirement.key()));
    }

    private static Label label(PodSelectorObjectKey key, LabelSelector selector) {
        Requirement first = selector.requirements().get(0);
        return new Label(key.namespace(), first.key(), first.values().get(0));
    }
}
