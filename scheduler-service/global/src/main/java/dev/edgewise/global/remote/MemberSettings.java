package dev.edgewise.global.remote;

import dev.edgewise.common.FunctionCallTimeEstimator;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of a member's Secret: where it is, what it costs, and who may use it.
 *
 * @param cost of one CPU for an hour; NaN without an annotation
 * @param targets the namespaces of the management cluster that may use it, each with the namespaces that it may use
 *     there; {@code *} for all, each with that of its own name
 * @param delays milliseconds from this member to others, by name
 * @param scheduler the scheduler of pods that name none; empty for the member's default
 * @param services the services of Edgewise that may be asked, each with its namespace there
 * @param probeNode its name in the matrix of network-probe; empty for its own
 * @param megabits rate of the link to others, in Mbit/s
 * @param speed of its CPUs, 1 for the usual one
 * @param problem which annotations cannot be read, for people; empty if none. Each of them has the value that it had
 *     before
 */
record MemberSettings(
        LocationClass location,
        double cost,
        Map<String, Set<String>> targets,
        Map<String, Double> delays,
        Map<String, String> labels,
        String scheduler,
        Map<String, String> services,
        String probeNode,
        double megabits,
        double speed,
        String problem) {
    static final MemberSettings DEFAULT =
            new MemberSettings(LocationClass.CLOUD, Double.NaN, Map.of(), Map.of(), Map.of());

    /** Makes the settings of a member that has none of Edgewise's services. */
    MemberSettings(
            LocationClass location,
            double cost,
            Map<String, Set<String>> targets,
            Map<String, Double> delays,
            Map<String, String> labels) {
        this(location, cost, targets, delays, labels, "", Map.of(), "", FunctionCallTimeEstimator.LAN_MEGABITS, 1, "");
    }

    MemberSettings {
        services = Map.copyOf(services);
        targets = Map.copyOf(targets);
        delays = Map.copyOf(delays);
        labels = Map.copyOf(labels);
    }

    /** Returns whether requests of a namespace may use any namespace of the member. */
    boolean mayBeUsedBy(String namespace) {
        return targets.containsKey(Member.ANY_NAMESPACE) || targets.containsKey(namespace);
    }

    /** Says why requests of a namespace may not use a namespace of the member; null if they may. */
    @Nullable
    String refusal(String namespace, String target) {
        Set<String> allowed = new TreeSet<>(targets.getOrDefault(namespace, Set.of()));
        if (targets.containsKey(Member.ANY_NAMESPACE)) {
            allowed.add(namespace);
        }
        if (allowed.isEmpty()) {
            return "namespace " + namespace + " may not use this cluster: the annotation "
                    + GlobalRequestObjectNames.NAMESPACES_ANNOTATION + " of its Secret must name " + namespace
                    + ", or be *";
        }
        return allowed.contains(target)
                ? null
                : "spec.targetNamespace is " + target + ": it must be one of " + String.join(", ", allowed);
    }
}
