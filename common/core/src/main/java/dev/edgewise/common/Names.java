package dev.edgewise.common;

import java.util.List;

/** The names that users, Kubernetes objects and the services' shared Redis agree on. */
public final class Names {
    /** Prefix of every label and annotation of our own. */
    public static final String DOMAIN = "edgewise.dev/";

    /**
     * Pod label {@code delay_<node or workload>: "<ms>"}: at most so much delay to that reference; several all hold.
     */
    public static final String DELAY_LABEL_PREFIX = "delay_";

    /** Maximum number of such labels of one pod: each is judged for each node. */
    public static final int MOST_DELAY_LABELS = 32;

    /** Pod annotation with the richer form of a delay need: percentile and loss. */
    public static final String DELAY_ANNOTATION = DOMAIN + "delay";

    /**
     * Pod annotation, set with the binding: the name of the scheduler that bound it. Owners of pods may write it as
     * well.
     */
    public static final String BOUND_BY_ANNOTATION = DOMAIN + "bound-by";

    /**
     * Pod annotation, set with the binding: the uid of the reservation that the pod took. Owners of pods may write it
     * as well, so it counts only where the reservation is for the pod, and on its node.
     */
    public static final String RESERVATION_ANNOTATION = DOMAIN + "reservation";

    /**
     * Pod annotation, set with the binding: the node that keeps room for the pod in case its own fails. Owners of pods
     * may write it as well, so it counts only where it holds.
     */
    public static final String BACKUP_NODE_ANNOTATION = DOMAIN + "backup-node";

    /**
     * Pod annotation, set by the template of a batch job: {@code <uid of the testbed>/<epoch>/<positions>}, the slots
     * that the pod may go to and the epoch of their claim. Owners of pods may write it as well, so it counts only where
     * the claim says the same.
     */
    public static final String SLOTS_ANNOTATION = DOMAIN + "slots";

    /**
     * Pod annotation, set with the binding: {@code <uid of the testbed>/<position>/<epoch>}, the slot that the pod
     * took. Owners of pods may write it as well, so it counts only where the claim says the same, and on the slot's
     * node.
     */
    public static final String SLOT_ANNOTATION = DOMAIN + "slot";

    /** Annotation of the application of a batch job: the number of the run that it was made for. */
    public static final String SLOT_EPOCH_ANNOTATION = DOMAIN + "slot-epoch";

    /** Label of the application of a batch job, and of its pods in slots: the name of the job. */
    public static final String BATCH_JOB_LABEL = DOMAIN + "batch-job";

    /** Pod label of the pods that hold the room of free slots: the uid of the testbed. */
    public static final String SLOT_PAUSE_POD_LABEL = DOMAIN + "slot-ghost";

    /** Annotation of a pod that holds the room of a free slot: its number on the node. */
    public static final String SLOT_PLACE_ANNOTATION = DOMAIN + "slot-place";

    /** The annotations that the scheduler sets with the binding of a pod: they say nothing before. */
    public static final List<String> BINDING_ANNOTATIONS =
            List.of(RESERVATION_ANNOTATION, BACKUP_NODE_ANNOTATION, SLOT_ANNOTATION);

    /**
     * Pod condition: whether another node keeps room for the pod. It is not written with the binding: where it is not
     * there, the annotation tells.
     */
    public static final String PROTECTED_CONDITION = DOMAIN + "Protected";

    /**
     * Reason of the condition {@code DisruptionTarget} of a pod that is deleted as its node failed: it was lost with
     * that.
     */
    public static final String NODE_FAILED_REASON = "NodeFailed";

    /**
     * Label of every object that a global request made in a member cluster, its anchor included: the uid of the
     * request.
     */
    public static final String REQUEST_LABEL = DOMAIN + "request";

    /** Label of the same objects: the number of the attempt that made them. */
    public static final String ATTEMPT_LABEL = DOMAIN + "attempt";

    /**
     * Pod annotation: the node from which delay counts for the placements {@code low-latency} and {@code
     * response-time}.
     */
    public static final String SOURCE_NODE_ANNOTATION = DOMAIN + "source-node";

    /**
     * Pod annotation: what the profile {@code griffin_scheduler} ranks nodes by, {@code low-latency}, {@code
     * response-time}, {@code most-available} or {@code most-requested}, the last two with {@code -cpu}, {@code -memory}
     * or {@code -gpu} for one resource.
     */
    public static final String PLACEMENT_ANNOTATION = DOMAIN + "placement";

    /**
     * Pod annotation: milliseconds that the pod computes for one call on an idle node, for the placement {@code
     * response-time}.
     */
    public static final String CALL_COMPUTE_ANNOTATION = DOMAIN + "call-compute-ms";

    /** Pod annotation: bytes that are sent to the pod with each call, for the placement {@code response-time}. */
    public static final String CALL_PAYLOAD_ANNOTATION = DOMAIN + "call-payload-bytes";

    /**
     * Pod annotation: whether the pod must be protected ({@code required}), should be ({@code preferred}, the default),
     * or not ({@code none}).
     */
    public static final String RECOVERY_ANNOTATION = DOMAIN + "recovery";

    /**
     * Key of the taint of a node on which pods restart: it keeps other schedulers away from the room that is kept for
     * these, while no balloon holds it.
     */
    public static final String RESTARTING_TAINT = DOMAIN + "restarting";

    /** Pod label of the pods that hold the room which nodes keep for failures of others. */
    public static final String BALLOON_LABEL = DOMAIN + "balloon";

    /** Node label that marks where pods without a delay need go: {@value}{@code =cloud}. */
    public static final String NODE_ROLE_LABEL = "kubernetes.io/role";

    /** Value of {@link #NODE_ROLE_LABEL} on a cloud node. */
    public static final String CLOUD_ROLE = "cloud";

    /**
     * Node label with the level of the node's energy: {@code powerless}, {@code low-powered}, {@code vulnerable},
     * {@code well-powered}.
     */
    public static final String ENERGY_LABEL = "energy-status";

    /** Pod annotation with the name of the node that a pod belongs to, as its sensors are there. */
    public static final String OWNER_NODE_ANNOTATION = DOMAIN + "owner-node";

    /** Annotation of a pod: {@code false} if function-offloader does not move it. */
    public static final String MOVES_ANNOTATION = DOMAIN + "moves";

    /** The annotations of pods that their authors write. */
    public static final List<String> WRITTEN_ANNOTATIONS =
            List.of(DELAY_ANNOTATION, RECOVERY_ANNOTATION, OWNER_NODE_ANNOTATION, MOVES_ANNOTATION);

    /** All annotations of pods that the services read or write. */
    public static final List<String> POD_ANNOTATIONS = List.of(
            DELAY_ANNOTATION,
            RECOVERY_ANNOTATION,
            OWNER_NODE_ANNOTATION,
            MOVES_ANNOTATION,
            BOUND_BY_ANNOTATION,
            RESERVATION_ANNOTATION,
            BACKUP_NODE_ANNOTATION,
            SLOTS_ANNOTATION,
            SLOT_ANNOTATION,
            SLOT_PLACE_ANNOTATION,
            SOURCE_NODE_ANNOTATION,
            PLACEMENT_ANNOTATION,
            CALL_COMPUTE_ANNOTATION,
            CALL_PAYLOAD_ANNOTATION);

    /**
     * All labels of pods below {@link #DOMAIN}: those of balloons, those that network policies select, and those of
     * tools.
     */
    public static final List<String> POD_LABELS = List.of(
            BALLOON_LABEL,
            BATCH_JOB_LABEL,
            SLOT_PAUSE_POD_LABEL,
            REQUEST_LABEL,
            ATTEMPT_LABEL,
            DOMAIN + "redis-client",
            DOMAIN + "extender-client",
            DOMAIN + "monitoring",
            DOMAIN + "operators",
            DOMAIN + "reports",
            DOMAIN + "part-of",
            DOMAIN + "sandbox-run",
            DOMAIN + "benchmark");

    /** Prefix of the annotations by which pods tell the sandbox how to simulate them. */
    public static final String SIMULATION_PREFIX = DOMAIN + "sim-";

    /** Prefix of the Redis hashes {@code edgewise:rtt:<from>}: to → round-trip time. */
    public static final String RTT_KEY_PREFIX = "edgewise:rtt:";

    /** Redis hash node → energy reading. */
    public static final String ENERGY_KEY = "edgewise:energy";

    /**
     * Prefix of the Redis hashes {@code edgewise:reward:pods:<type>} and {@code edgewise:reward:nodes}: node → reward.
     */
    public static final String REWARD_KEY_PREFIX = "edgewise:reward:";

    /** Prefix of the Redis hashes {@code edgewise:outcomes:<type>}: node → what its rewards are computed from. */
    public static final String OUTCOMES_KEY_PREFIX = "edgewise:outcomes:";

    /** Capped Redis stream of decision records. */
    public static final String DECISIONS_STREAM = "edgewise:decisions";

    /** Capped Redis stream with one entry per changed signal key. */
    public static final String CHANGES_STREAM = "edgewise:changes";

    /** Prefix of the Redis keys {@code edgewise:writer:<kind>}: who writes that kind of signal. */
    public static final String WRITER_KEY_PREFIX = "edgewise:writer:";

    private Names() {}
}
