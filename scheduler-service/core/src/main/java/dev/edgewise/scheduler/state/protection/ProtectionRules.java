package dev.edgewise.scheduler.state.protection;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules which pods are protected, and against how many failures.
 *
 * @param profiles whose pods are, unless they say that they need not be
 * @param failures how many nodes may fail together, 1 or more
 */
public record ProtectionRules(Set<String> profiles, int failures) {
    public static final ProtectionRules NONE = new ProtectionRules(Set.of(), 1);

    /** Value of {@value Names#RECOVERY_ANNOTATION}: not to be placed where nothing protects it. */
    public static final String REQUIRED = "required";

    /** Value of {@value Names#RECOVERY_ANNOTATION}: not to be protected. */
    public static final String NOT = "none";

    /** Value of {@value Names#RECOVERY_ANNOTATION}, and what a pod without it means: protected if that is possible. */
    public static final String PREFERRED = "preferred";

    /** All values. */
    public static final List<String> ALLOWED = List.of(REQUIRED, PREFERRED, NOT);

    public ProtectionRules {
        profiles = Set.copyOf(profiles);
    }

    /** Returns whether the pod is not to be placed where nothing protects it. */
    public boolean isRequired(Pod pod) {
        return REQUIRED.equals(pod.annotations().get(Names.RECOVERY_ANNOTATION));
    }

    /** Returns why a pod is not to be protected, and so must not be placed if it requires that. */
    public String whyNotProtected(Pod pod) {
        String unfit = profiles.contains(pod.spec().schedulerName())
                ? "it has no controller that replaces it"
                : "profile " + pod.spec().schedulerName() + " is none of edgewise.scheduler.recovery.profiles ("
                        + String.join(", ", new TreeSet<>(profiles)) + ")";
        return "annotation " + Names.RECOVERY_ANNOTATION + " is \"" + REQUIRED + "\", but the pod cannot be protected: "
                + unfit;
    }

    /**
     * Returns whether the pod is to be protected: a pod without a controller is not replaced, so that a reserve would
     * be useless.
     */
    public boolean isProtected(Pod pod) {
        return profiles.contains(pod.spec().schedulerName())
                && !pod.controllerUid().isEmpty()
                && !NOT.equals(pod.annotations().get(Names.RECOVERY_ANNOTATION));
    }
}
