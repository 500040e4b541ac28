package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Toleration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Interns the fields that the replicas of a workload have in common, about half of a pod's memory. */
public final class PodFieldInterner {
    private static final Interner<Map<String, String>> TEXTS = new Interner<>();
    private static final Interner<List<Toleration>> TOLERATIONS = new Interner<>();
    private static final Interner<HostPorts> HOST_PORTS = new Interner<>();
    private static final Interner<List<SpreadConstraint>> SPREAD = new Interner<>();
    private static final Interner<PodResourceRequests> REQUESTS = new Interner<>();
    private static final Interner<PodImages> IMAGES = new Interner<>();
    private static final Interner<NodeAffinity> NODE_AFFINITY = new Interner<>();
    private static final Interner<PodAffinity> POD_AFFINITY = new Interner<>();
    private static final Interner<PodSelectorObjectKey> CONTROLLERS = new Interner<>();

    private PodFieldInterner() {}

    /** Labels or annotations. Those that differ in one value still share the others, and the keys. */
    public static Map<String, String> texts(Map<String, String> texts) {
        return texts.isEmpty() ? Map.of() : TEXTS.one(texts, PodFieldInterner::interned);
    }

    private static Map<String, String> interned(Map<String, String> texts) {
        Map<String, String> interned = new HashMap<>(texts.size() * 2);
        texts.forEach((key, value) -> interned.put(key.intern(), value.intern()));
        return Map.copyOf(interned);
    }

    public static List<Toleration> tolerations(List<Toleration> tolerations) {
        return TOLERATIONS.one(List.copyOf(tolerations));
    }

    public static HostPorts hostPorts(HostPorts ports) {
        return ports.isEmpty() ? ports : HOST_PORTS.one(ports);
    }

    public static List<SpreadConstraint> spread(List<SpreadConstraint> spread) {
        return SPREAD.one(List.copyOf(spread));
    }

    public static PodResourceRequests requests(PodResourceRequests requests) {
        return REQUESTS.one(requests);
    }

    public static PodImages images(PodImages images) {
        return IMAGES.one(images);
    }

    public static NodeAffinity nodeAffinity(NodeAffinity affinity) {
        return NODE_AFFINITY.one(affinity);
    }

    public static PodAffinity podAffinity(PodAffinity affinity) {
        return POD_AFFINITY.one(affinity);
    }

    public static PodSelectorObjectKey controller(PodSelectorObjectKey controller) {
        return CONTROLLERS.one(controller);
    }
}
