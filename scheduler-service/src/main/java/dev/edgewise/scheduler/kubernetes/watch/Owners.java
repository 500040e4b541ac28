package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.SelectorKey;
import dev.edgewise.scheduler.model.SelectorKey.Kind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pod belongs to. The names are shared by all pods of one owner. */
final class Owners {
    private static final String TEMPLATE_HASH = "pod-template-hash";
    /** Of any object; that of an owner may be written longer, and then names none. */
    private static final int LONGEST_NAME = 253;
    /** As reservations can name it. */
    private static final int LONGEST_UID = 63;

    private Owners() {}

    /**
     * The name its user knows: the controlling owner's, that of the Deployment for a ReplicaSet; the pod's own if nothing
     * owns it.
     */
    static String workload(ObjectMeta metadata, Map<String, String> labels, String podName) {
        OwnerReference owner = controllerOf(metadata);
        if (owner == null || "Node".equals(owner.getKind())) {
            return podName;
        }
        String hash = labels.get(TEMPLATE_HASH);
        String name = owner.getName();
        if (hash == null || !"ReplicaSet".equals(owner.getKind()) || !name.endsWith("-" + hash)) {
            return name.intern();
        }
        return name.substring(0, name.length() - hash.length() - 1).intern();
    }

    /** The controlling owner if it is of a kind by which kube-scheduler spreads pods, else null. */
    static @Nullable SelectorKey selecting(ObjectMeta metadata, String namespace) {
        OwnerReference owner = controllerOf(metadata);
        if (owner == null) {
            return null;
        }
        Kind kind =
                switch (owner.getApiVersion() + "/" + owner.getKind()) {
                    case "v1/ReplicationController" -> Kind.REPLICATION_CONTROLLER;
                    case "apps/v1/ReplicaSet" -> Kind.REPLICA_SET;
                    case "apps/v1/StatefulSet" -> Kind.STATEFUL_SET;
                    default -> null;
                };
        return kind == null
                ? null
                : Shared.controller(
                        new SelectorKey(kind, namespace, owner.getName().intern()));
    }

    /** Of the controlling owner, of whatever kind; empty if there is none. */
    static String controllerUid(ObjectMeta metadata) {
        OwnerReference owner = controllerOf(metadata);
        String uid = owner == null ? null : owner.getUid();
        return uid == null || uid.length() > LONGEST_UID ? "" : uid.intern();
    }

    private static @Nullable OwnerReference controllerOf(ObjectMeta metadata) {
        for (OwnerReference owner : metadata.getOwnerReferences()) {
            if (owner != null && Boolean.TRUE.equals(owner.getController()) && isName(owner.getName())) {
                return owner;
            }
        }
        return null;
    }

    private static boolean isName(@Nullable String name) {
        return name != null && name.length() <= LONGEST_NAME;
    }
}
