package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.PodFieldInterner;
import dev.edgewise.scheduler.kubernetes.limits.ResourceSum;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a node. What its status does not say, it does not have. */
public final class NodeConverter {
    private static final String PODS = "pods";

    private NodeConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static Node convert(io.fabric8.kubernetes.api.model.Node node) {
        ObjectMeta metadata = node.getMetadata();
        if (metadata == null) {
            throw new InvalidObjectException("metadata", null, "an object with a name");
        }
        NodeSpec spec = node.getSpec();
        ResourceSum allocatable = allocatable(node.getStatus());
        return new Node(
                FieldReader.text("metadata.name", metadata.getName()).intern(),
                PodFieldInterner.texts(FieldReader.uncopied("metadata.labels", metadata.getLabels())),
                spec != null && Boolean.TRUE.equals(spec.getUnschedulable()),
                taints(spec),
                allocatable.isEmpty() ? Resources.NONE : allocatable.toResources(),
                allocatable.get(PODS),
                images(node.getStatus()),
                features(node.getStatus()),
                keepsPods(metadata));
    }

    private static boolean keepsPods(ObjectMeta metadata) {
        Map<String, String> annotations = metadata.getAnnotations();
        String value = annotations == null ? null : annotations.get(Names.RECOVERY_ANNOTATION);
        if (value != null && !value.equals(ProtectionRules.NOT)) {
            throw new InvalidObjectException(
                    "metadata.annotations[" + Names.RECOVERY_ANNOTATION + "]",
                    value,
                    ProtectionRules.NOT + ", so that its pods stay with it when it fails; or left out");
        }
        return value != null;
    }

    private static List<Taint> taints(@Nullable NodeSpec spec) {
        return spec == null ? List.of() : FieldReader.each("spec.taints", spec.getTaints(), TaintConverter::taint);
    }

    private static ResourceSum allocatable(@Nullable NodeStatus status) {
        return status == null || status.getAllocatable() == null
                ? new ResourceSum()
                : ResourceSum.of("status.allocatable", status.getAllocatable());
    }

    private static Set<String> features(@Nullable NodeStatus status) {
        return status == null || status.getDeclaredFeatures() == null
                ? Set.of()
                : Set.copyOf(FieldReader.texts("status.declaredFeatures", status.getDeclaredFeatures()));
    }

    private static Map<String, Long> images(@Nullable NodeStatus status) {
        if (status == null || status.getImages() == null || status.getImages().isEmpty()) {
            return Map.of();
        }
        Map<String, Long> images = new HashMap<>();
        for (ContainerImage image : status.getImages()) {
            // The kubelet also reports images without a name, as "names": null.
            if (image.getNames() == null) {
                continue;
            }
            Long size = image.getSizeBytes() == null ? Long.valueOf(0) : image.getSizeBytes();
            // Many nodes hold the same images: one copy of each name will do.
            image.getNames().forEach(name -> images.put(name.intern(), size));
        }
        return images;
    }
}
