package dev.edgewise.kubernetes.owners;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The owner of a pod, as the creator of the pod states it. The names are shared by all pods of one owner. */
public final class PodOwner {
    private static final String TEMPLATE_HASH = "pod-template-hash";

    /** Maximum name length of any object; an owner reference with a longer name refers to none. */
    private static final int LONGEST_NAME = 253;

    private PodOwner() {}

    /** The owner that controls it; null if there is none that can exist. */
    public static @Nullable OwnerReference controller(ObjectMeta metadata) {
        for (OwnerReference owner : metadata.getOwnerReferences()) {
            if (owner != null && Boolean.TRUE.equals(owner.getController()) && isName(owner.getName())) {
                return owner;
            }
        }
        return null;
    }

    /**
     * The name its user knows: the controlling owner's, that of the Deployment for a ReplicaSet; the pod's own if
     * nothing owns it.
     */
    public static String workload(ObjectMeta metadata, Map<String, String> labels, String podName) {
        OwnerReference owner = controller(metadata);
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

    private static boolean isName(@Nullable String name) {
        return name != null && name.length() <= LONGEST_NAME;
    }
}
