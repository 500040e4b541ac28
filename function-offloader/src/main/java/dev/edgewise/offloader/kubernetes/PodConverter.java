package dev.edgewise.offloader.kubernetes;

import com.github.benmanes.caffeine.cache.Interner;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.requests.PodRequests;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.safety.UnmovablePodReason;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads pods that are looked after. */
final class PodConverter {
    /** Pods of one workload have the same needs, requests and controller: of many thousand pods each is kept once. */
    private static final Interner<Set<String>> NEAR = Interner.newWeakInterner();

    private static final Interner<Map<String, String>> REQUESTS = Interner.newWeakInterner();
    private static final Interner<ControllerReference> CONTROLLERS = Interner.newWeakInterner();

    /** The most bytes of requests, as in the scheduler: a real pod's few requests take some hundred. */
    private static final int MOST_REQUESTS = 4 * 1024;

    /** A reservation has no more, and a pod that moves has one for all that it requests. */
    private static final int MOST_RESOURCES = 32;

    /** A text, beside its characters. */
    private static final int TEXT = 40;

    private static final String SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";
    /** Names of volumes whose data may be lost, such as caches; with commas between. */
    private static final String SAFE_VOLUMES = "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes";

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private PodConverter() {}

    /**
     * Reads a pod.
     *
     * @param function whether policies move it
     * @throws InvalidObjectException if the time is none at which it was created, or became ready
     */
    static CandidatePod pod(Pod pod, boolean function, PodReadySince times) {
        PodSpec spec = pod.getSpec();
        String namespace = pod.getMetadata().getNamespace().intern();
        Map<String, String> requests = PodRequests.of(pod);
        String key = namespace + "/" + pod.getMetadata().getName();
        boolean heavy = requests.size() > MOST_RESOURCES || bytes(requests) > MOST_REQUESTS;
        return new CandidatePod(
                function,
                namespace,
                key,
                pod.getMetadata().getUid(),
                spec.getNodeName().intern(),
                ownerNode(pod),
                controller(pod),
                Objects.requireNonNullElse(spec.getPriority(), 0),
                times.since(key, pod.getMetadata().getUid(), created(pod), readySince(pod)),
                unfitReasons(pod, heavy),
                PodRequests.cpuMillis(pod),
                near(pod),
                labels(pod).getOrDefault("app", ""),
                REQUESTS.intern(heavy ? Map.of() : Map.copyOf(requests)));
    }

    /** About what they take in memory: a tenant may name 20,000 resources, in each of many pods. */
    private static int bytes(Map<String, String> requests) {
        return requests.entrySet().stream()
                .mapToInt(request -> 2 * TEXT
                        + request.getKey().length()
                        + request.getValue().length())
                .sum();
    }

    /** Whether it says how near to others it must be. */
    static boolean needsDelay(Pod pod) {
        return delayLabels(pod).findAny().isPresent();
    }

    /**
     * The names that the pod must be near to; none if there are more than the scheduler accepts: it does not place such
     * a pod by them.
     */
    private static Set<String> near(Pod pod) {
        Set<String> near = delayLabels(pod)
                .map(label -> label.substring(Names.DELAY_LABEL_PREFIX.length()))
                .limit(Names.MOST_DELAY_LABELS + 1)
                .collect(Collectors.toUnmodifiableSet());
        return NEAR.intern(near.size() > Names.MOST_DELAY_LABELS ? Set.of() : near);
    }

    private static Stream<String> delayLabels(Pod pod) {
        return labels(pod).keySet().stream().filter(label -> label.startsWith(Names.DELAY_LABEL_PREFIX));
    }

    private static Map<String, String> labels(Pod pod) {
        return Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
    }

    private static @Nullable ControllerReference controller(Pod pod) {
        return OwnerReferenceReader.controller(pod)
                .filter(OwnerReferenceReader::isKnown)
                .map(owner -> CONTROLLERS.intern(new ControllerReference(
                        owner.getApiVersion(), owner.getKind(), owner.getName(), owner.getUid())))
                .orElse(null);
    }

    private static Set<UnmovablePodReason> unfitReasons(Pod pod, boolean heavy) {
        Set<UnmovablePodReason> unfitReasons = EnumSet.noneOf(UnmovablePodReason.class);
        Optional<OwnerReference> owner = OwnerReferenceReader.controller(pod);
        String kind = owner.map(OwnerReference::getKind).orElse("");
        add(
                unfitReasons,
                UnmovablePodReason.STATIC,
                kind.equals("Node") || annotations(pod).containsKey(MIRROR));
        add(unfitReasons, UnmovablePodReason.BARE, kind.isEmpty());
        add(
                unfitReasons,
                UnmovablePodReason.UNKNOWN_OWNER,
                owner.isPresent() && !OwnerReferenceReader.isKnown(owner.get()));
        add(unfitReasons, UnmovablePodReason.DAEMON_SET, kind.equals("DaemonSet"));
        add(unfitReasons, UnmovablePodReason.KEPT, isKept(annotations(pod)));
        add(unfitReasons, UnmovablePodReason.LOCAL_STORAGE, hasLocalStorage(pod));
        add(unfitReasons, UnmovablePodReason.MANY_RESOURCES, heavy);
        add(unfitReasons, UnmovablePodReason.TERMINATING, pod.getMetadata().getDeletionTimestamp() != null);
        return unfitReasons;
    }

    private static void add(Set<UnmovablePodReason> unfitReasons, UnmovablePodReason reason, boolean has) {
        if (has) {
            unfitReasons.add(reason);
        }
    }

    /** Whether an annotation keeps the pod: ours, or that of the cluster autoscaler, which its users know. */
    private static boolean isKept(Map<String, String> annotations) {
        return "false".equals(annotations.get(Names.MOVES_ANNOTATION))
                || "false".equals(annotations.get(SAFE_TO_EVICT));
    }

    /**
     * Whether data end with the pod that may not be lost: neither annotations of the cluster autoscaler allow it, nor
     * are they in memory.
     */
    private static boolean hasLocalStorage(Pod pod) {
        Map<String, String> annotations = annotations(pod);
        if ("true".equals(annotations.get(SAFE_TO_EVICT))) {
            return false;
        }
        Set<String> safe = Arrays.stream(
                        annotations.getOrDefault(SAFE_VOLUMES, "").split(","))
                .map(String::strip)
                .collect(Collectors.toSet());
        return pod.getSpec().getVolumes().stream()
                .anyMatch(volume -> hasData(volume) && !safe.contains(volume.getName()));
    }

    private static boolean hasData(Volume volume) {
        boolean isOnDisk = volume.getEmptyDir() != null
                && !"Memory".equals(volume.getEmptyDir().getMedium());
        return isOnDisk || volume.getHostPath() != null || volume.getEphemeral() != null || isWritableCsi(volume);
    }

    /**
     * Drivers of secrets and certificates offer inline volumes that are only read: they are filled again for each pod.
     */
    private static boolean isWritableCsi(Volume volume) {
        return volume.getCsi() != null && !Boolean.TRUE.equals(volume.getCsi().getReadOnly());
    }

    private static @Nullable Instant readySince(Pod pod) {
        if (pod.getStatus() == null) {
            return null;
        }
        return pod.getStatus().getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()))
                .findFirst()
                .map(condition -> time("status.conditions.lastTransitionTime", condition.getLastTransitionTime()))
                .orElse(null);
    }

    private static Instant created(Pod pod) {
        return time("metadata.creationTimestamp", pod.getMetadata().getCreationTimestamp());
    }

    private static Instant time(String field, @Nullable String text) {
        try {
            return text == null ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidObjectException(field, text, "a time in UTC");
        }
    }

    /**
     * Returns the name of the annotation, which the API server does not check; empty if it cannot be that of a node.
     */
    private static String ownerNode(Pod pod) {
        String name = annotations(pod).getOrDefault(Names.OWNER_NODE_ANNOTATION, "");
        return OwnerReferenceReader.isName(name) ? name.intern() : "";
    }

    private static Map<String, String> annotations(Pod pod) {
        return Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
    }
}
