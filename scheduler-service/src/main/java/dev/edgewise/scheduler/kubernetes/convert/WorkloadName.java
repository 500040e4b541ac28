package dev.edgewise.scheduler.kubernetes.convert;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pod belongs to, by the name its user knows. */
final class WorkloadName {
    private static final String TEMPLATE_HASH = "pod-template-hash";

    private WorkloadName() {}

    /** The controlling owner's name, that of the Deployment for a ReplicaSet; the pod's own if nothing owns it. */
    static String of(ObjectMeta metadata, Map<String, String> labels, String podName) {
        OwnerReference owner = controllerOf(metadata);
        if (owner == null || owner.getName() == null || "Node".equals(owner.getKind())) {
            return podName;
        }
        String suffix = "-" + labels.get(TEMPLATE_HASH);
        boolean ofDeployment =
                "ReplicaSet".equals(owner.getKind()) && owner.getName().endsWith(suffix);
        return ofDeployment
                ? owner.getName().substring(0, owner.getName().length() - suffix.length())
                : owner.getName();
    }

    private static @Nullable OwnerReference controllerOf(ObjectMeta metadata) {
        for (OwnerReference owner : metadata.getOwnerReferences()) {
            if (owner != null && Boolean.TRUE.equals(owner.getController())) {
                return owner;
            }
        }
        return null;
    }
}
