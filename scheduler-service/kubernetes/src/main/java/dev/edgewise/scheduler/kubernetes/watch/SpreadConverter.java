package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.model.SpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Topology spread constraints, with the API's defaults. */
final class SpreadConverter {
    private SpreadConverter() {}

    static SpreadConstraint convert(TopologySpreadConstraint constraint, Map<String, String> podLabels) {
        LabelSelector selector = FieldReader.in("labelSelector", () -> Selectors.labels(constraint.getLabelSelector()));
        return new SpreadConstraint(
                FieldReader.number("maxSkew", constraint.getMaxSkew(), 0, 1, Integer.MAX_VALUE),
                FieldReader.text("topologyKey", constraint.getTopologyKey()),
                FieldReader.oneOf(
                                "whenUnsatisfiable",
                                constraint.getWhenUnsatisfiable(),
                                "DoNotSchedule",
                                "ScheduleAnyway")
                        == 0,
                Selectors.merge(selector, constraint.getMatchLabelKeys(), Operator.IN, podLabels),
                FieldReader.number("minDomains", constraint.getMinDomains(), 1, 1, Integer.MAX_VALUE),
                honours("nodeAffinityPolicy", constraint.getNodeAffinityPolicy(), "Honor"),
                honours("nodeTaintsPolicy", constraint.getNodeTaintsPolicy(), "Ignore"));
    }

    private static boolean honours(String field, @Nullable String policy, String fallback) {
        return FieldReader.oneOf(field, FieldReader.orElse(policy, fallback), "Honor", "Ignore") == 0;
    }
}
