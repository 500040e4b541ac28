package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodImages;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodResourceClaim;
import dev.edgewise.scheduler.model.PodResourceRequests;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSpec;
import dev.edgewise.scheduler.model.PodStatus;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pods for tests: {@code pod("a").cpu("500m").label("app", "web").build()}. A pod has one container without requests,
 * is pending in namespace {@code default}, asks for scheduler {@code edgewise}, and was created at {@link #CREATED}.
 */
public final class TestPods {
    public static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    private TestPods() {}

    public static Builder pod(String name) {
        return new Builder(name);
    }

    /** A pod being described. */
    public static final class Builder {
        private final String name;
        private final Map<String, String> labels = new HashMap<>();
        private final Map<String, String> annotations = new HashMap<>();
        private final Map<String, Long> scalars = new HashMap<>();
        private final List<String> gates = new ArrayList<>();
        private final List<HostPort> hostPorts = new ArrayList<>();
        private final List<Toleration> tolerations = new ArrayList<>();
        private final List<SpreadConstraint> spread = new ArrayList<>();
        private final List<PodVolumes.Claim> claims = new ArrayList<>();
        private final List<PodVolumes.InlineDisk> disks = new ArrayList<>();
        private final List<CsiVolume> inline = new ArrayList<>();
        private final List<String> images = new ArrayList<>();
        private final List<String> imageVolumes = new ArrayList<>();
        private final Set<String> features = new HashSet<>();
        private final List<PodResourceClaim> resourceClaims = new ArrayList<>();
        private String namespace = "default";
        private String uid;
        private String workload = "";
        private @Nullable PodSelectorObjectKey controller;
        private String controllerUid = "";
        private String schedulerName = "edgewise";
        private Instant createdAt = CREATED;
        private boolean terminating;
        private boolean preempted;
        private boolean unprotected;
        private boolean scheduled = true;
        private @Nullable String node;
        private int priority;
        private boolean grouped;
        private boolean preempts = true;
        private long milliCpu;
        private long memory;
        private long ephemeralStorage;
        private NodeAffinity nodeAffinity = NodeAffinity.NONE;
        private PodAffinity podAffinity = PodAffinity.NONE;
        private PodStatus.Phase phase = PodStatus.Phase.PENDING;
        private @Nullable String nominatedNode;
        private @Nullable Instant startedAt;

        private Builder(String name) {
            this.name = name;
            this.uid = "uid-of-" + name;
        }

        public Builder namespace(String name) {
            namespace = name;
            return this;
        }

        public Builder uid(String value) {
            uid = value;
            return this;
        }

        public Builder label(String key, String value) {
            labels.put(key, value);
            return this;
        }

        public Builder annotation(String key, String value) {
            annotations.put(key, value);
            return this;
        }

        public Builder workload(String name) {
            workload = name;
            return this;
        }

        /** Uid of the controller, of whatever kind. */
        public Builder controllerUid(String value) {
            controllerUid = value;
            return this;
        }

        public Builder scheduler(String name) {
            schedulerName = name;
            return this;
        }

        /** Created this many seconds after {@link TestPods#CREATED}. */
        public Builder createdAfter(long seconds) {
            createdAt = CREATED.plusSeconds(seconds);
            return this;
        }

        /** The pod's condition says that no node keeps capacity for it. */
        public Builder unprotected() {
            unprotected = true;
            return this;
        }

        /** Leaves its node for a pod of higher priority. */
        public Builder preempted() {
            preempted = true;
            return terminating();
        }

        /** Names its node, but neither a scheduler nor a kubelet has confirmed it. */
        public Builder neverScheduled() {
            scheduled = false;
            return this;
        }

        public Builder terminating() {
            terminating = true;
            return this;
        }

        /** Bound to the node, or demanding it; still pending. */
        public Builder on(String nodeName) {
            node = nodeName;
            return this;
        }

        /** Running on the node. */
        public Builder runningOn(String nodeName) {
            phase = PodStatus.Phase.RUNNING;
            return on(nodeName);
        }

        public Builder phase(PodStatus.Phase value) {
            phase = value;
            return this;
        }

        /** Taken on by its kubelet this long after {@link TestPods#CREATED}. */
        public Builder startedAfter(Duration duration) {
            startedAt = CREATED.plus(duration);
            return this;
        }

        public Builder nominatedTo(String nodeName) {
            nominatedNode = nodeName;
            return this;
        }

        public Builder priority(int value) {
            priority = value;
            return this;
        }

        public Builder neverPreempting() {
            preempts = false;
            return this;
        }

        /** Belongs to a PodGroup. */
        public Builder grouped() {
            grouped = true;
            return this;
        }

        public Builder gate(String gate) {
            gates.add(gate);
            return this;
        }

        public Builder cpu(String quantity) {
            milliCpu = Quantities.milli(quantity);
            return this;
        }

        public Builder memory(String quantity) {
            memory = Quantities.bytes(quantity);
            return this;
        }

        public Builder ephemeralStorage(String quantity) {
            ephemeralStorage = Quantities.bytes(quantity);
            return this;
        }

        public Builder scalar(String resource, long amount) {
            scalars.put(resource, amount);
            return this;
        }

        public Builder hostPort(int port) {
            return hostPort(HostPort.ANY, "TCP", port);
        }

        public Builder hostPort(String ip, String protocol, int port) {
            hostPorts.add(new HostPort(ip, protocol, port));
            return this;
        }

        public Builder toleration(Toleration toleration) {
            tolerations.add(toleration);
            return this;
        }

        public Builder nodeSelector(String key, String value) {
            Map<String, String> selector = new HashMap<>(nodeAffinity.selector());
            selector.put(key, value);
            nodeAffinity = new NodeAffinity(selector, nodeAffinity.required(), nodeAffinity.preferred());
            return this;
        }

        public Builder nodeAffinity(NodeAffinity affinity) {
            nodeAffinity = affinity;
            return this;
        }

        public Builder podAffinity(PodAffinity affinity) {
            podAffinity = affinity;
            return this;
        }

        public Builder spread(SpreadConstraint constraint) {
            spread.add(constraint);
            return this;
        }

        public Builder claim(String claim) {
            claims.add(new PodVolumes.Claim(claim, false));
            return this;
        }

        public Builder ephemeralClaim(String claim) {
            claims.add(new PodVolumes.Claim(claim, true));
            return this;
        }

        public Builder disk(PodVolumes.InlineDisk disk) {
            disks.add(disk);
            return this;
        }

        /** A volume of an in-tree plugin, named in the pod itself. */
        public Builder inline(CsiVolume volume) {
            inline.add(volume);
            return this;
        }

        /** A claim to devices that is called the same in the pod. */
        public Builder resourceClaim(String claim) {
            resourceClaims.add(new PodResourceClaim(claim, claim, false));
            return this;
        }

        /** @param claim made from a template; null for not yet */
        public Builder generatedClaim(@Nullable String claim) {
            resourceClaims.add(new PodResourceClaim("generated", claim, true));
            return this;
        }

        public Builder image(String image) {
            images.add(image);
            return this;
        }

        public Builder imageVolume(String image) {
            imageVolumes.add(image);
            return this;
        }

        /** The pod's node has to declare the feature. */
        public Builder needing(String feature) {
            features.add(feature);
            return this;
        }

        public Builder controlledBy(PodSelectorObjectKey key) {
            controller = key;
            return this;
        }

        public Pod build() {
            return new Pod(
                    new PodKey(namespace, name),
                    uid,
                    labels,
                    annotations,
                    workload,
                    controller,
                    controllerUid,
                    createdAt,
                    terminating,
                    spec(),
                    new PodStatus(phase, nominatedNode, startedAt, preempted, scheduled && node != null, unprotected));
        }

        private PodSpec spec() {
            return new PodSpec(
                    schedulerName,
                    node,
                    priority,
                    preempts,
                    gates,
                    grouped,
                    requests(),
                    new HostPorts(hostPorts),
                    tolerations,
                    nodeAffinity,
                    podAffinity,
                    spread,
                    new PodVolumes(claims, disks, inline),
                    new PodImages(images, imageVolumes),
                    features,
                    resourceClaims);
        }

        private PodResourceRequests requests() {
            Resources needed = new Resources(milliCpu, memory, ephemeralStorage, scalars);
            Resources nonZero = new Resources(
                    milliCpu == 0 ? PodResourceRequests.DEFAULT_MILLI_CPU : milliCpu,
                    memory == 0 ? PodResourceRequests.DEFAULT_MEMORY : memory,
                    ephemeralStorage,
                    scalars);
            return new PodResourceRequests(needed, nonZero);
        }
    }
}
