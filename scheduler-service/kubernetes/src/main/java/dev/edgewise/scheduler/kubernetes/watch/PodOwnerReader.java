package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.owners.PodOwner;
import dev.edgewise.scheduler.kubernetes.limits.PodFieldInterner;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import org.jspecify.annotations.Nullable;

/** Reads the owners of a pod. The names are shared by all pods of one owner. */
final class PodOwnerReader {
    /** The longest uid that a reservation can name, in characters. */
    private static final int LONGEST_UID = 63;

    private PodOwnerReader() {}

    /** The controlling owner if it is of a kind by which kube-scheduler spreads pods, else null. */
    static @Nullable PodSelectorObjectKey selecting(ObjectMeta metadata, String namespace) {
        OwnerReference owner = PodOwner.controller(metadata);
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
                : PodFieldInterner.controller(new PodSelectorObjectKey(
                        kind, namespace, owner.getName().intern()));
    }

    /** Returns the uid of the controlling owner of any kind; empty if there is none. */
    static String controllerUid(ObjectMeta metadata) {
        OwnerReference owner = PodOwner.controller(metadata);
        String uid = owner == null ? null : owner.getUid();
        return uid == null || uid.length() > LONGEST_UID ? "" : uid.intern();
    }
}
