package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.common.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chooses the annotations of a pod that are kept: all others may be long, and nothing here reads them. */
final class RetainedPodAnnotationsFilter {
    /**
     * The maximum length of an annotation; its readers refuse one that is cut to this length, as they would refuse the
     * whole.
     */
    private static final int LONGEST_ANNOTATION = 256;

    private static final int LONGEST_UID = 63;
    /** The uid of a testbed, a position and an epoch. */
    private static final int LONGEST_SLOT = LONGEST_UID + 32;
    /**
     * More than the length of a thousand positions; an annotation that is cut to this length is refused by its readers.
     */
    private static final int LONGEST_SLOTS = 4096;

    private static final List<String> SHORT = List.of(
            Names.RECOVERY_ANNOTATION,
            Names.PLACEMENT_ANNOTATION,
            Names.CALL_COMPUTE_ANNOTATION,
            Names.CALL_PAYLOAD_ANNOTATION);

    private RetainedPodAnnotationsFilter() {}

    /** Returns the annotations that are kept; null if the pod has none. */
    static @Nullable Map<String, String> kept(io.fabric8.kubernetes.api.model.Pod pod) {
        Map<String, String> annotations = LegacyPlacementEnvVariable.withAnnotations(pod);
        if (annotations == null) {
            return null;
        }
        Map<String, @Nullable String> ours = new HashMap<>(4);
        if (annotations.containsKey(Names.DELAY_ANNOTATION)) {
            String delay = annotations.get(Names.DELAY_ANNOTATION);
            ours.put(Names.DELAY_ANNOTATION, cut(delay, LONGEST_ANNOTATION));
        }
        if (annotations.containsKey(Names.SLOTS_ANNOTATION)) {
            ours.put(Names.SLOTS_ANNOTATION, cut(annotations.get(Names.SLOTS_ANNOTATION), LONGEST_SLOTS));
        }
        keep(Names.OWNER_NODE_ANNOTATION, annotations, FieldReader.LONGEST_NAME, ours);
        keep(Names.SOURCE_NODE_ANNOTATION, annotations, FieldReader.LONGEST_NAME, ours);
        SHORT.forEach(name -> keep(name, annotations, LONGEST_ANNOTATION, ours));
        // These say nothing before the pod is bound.
        if (isBound(pod)) {
            keep(Names.RESERVATION_ANNOTATION, annotations, LONGEST_UID, ours);
            keep(Names.BACKUP_NODE_ANNOTATION, annotations, FieldReader.LONGEST_NAME, ours);
            keep(Names.SLOT_ANNOTATION, annotations, LONGEST_SLOT, ours);
        }
        return ours;
    }

    private static @Nullable String cut(@Nullable String text, int longest) {
        return text == null ? null : text.substring(0, Math.min(text.length(), longest));
    }

    private static void keep(
            String name, Map<String, String> annotations, int longest, Map<String, @Nullable String> ours) {
        String value = annotations.get(name);
        if (value != null && value.length() <= longest) {
            ours.put(name, value);
        }
    }

    private static boolean isBound(io.fabric8.kubernetes.api.model.Pod pod) {
        return pod.getSpec() != null
                && !FieldReader.orElse(pod.getSpec().getNodeName(), "").isEmpty();
    }
}
