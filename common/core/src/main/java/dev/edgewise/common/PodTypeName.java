package dev.edgewise.common;

import java.util.List;
import java.util.Map;

/** A type of pods, for which rewards are learned: similar pods of one namespace. */
public final class PodTypeName {
    /**
     * Labels that name the type, the first that is set; users that may label pods name types of their own namespace
     * only.
     */
    private static final List<String> LABELS = List.of("podtype", "app", "name");

    private PodTypeName() {}

    /**
     * The type {@code <namespace>.<name>}. The name is the label {@code podtype}, else {@code app}, else {@code name},
     * else the workload, else the pod's name; an empty one does not count. A namespace has no dot, so that the first
     * one is between the two.
     *
     * @param workload what owns the pod as its user knows it: the Deployment rather than its ReplicaSet; empty if
     *     nothing does
     */
    public static String of(String namespace, Map<String, String> labels, String workload, String pod) {
        return namespace + '.' + name(labels, workload, pod);
    }

    /** The namespace of a type; all of it if there is no dot. */
    public static String namespace(String type) {
        int dot = type.indexOf('.');
        return dot < 0 ? type : type.substring(0, dot);
    }

    private static String name(Map<String, String> labels, String workload, String pod) {
        for (String label : LABELS) {
            String value = labels.getOrDefault(label, "");
            if (!value.isEmpty()) {
                return value;
            }
        }
        return workload.isEmpty() ? pod : workload;
    }
}
