package dev.edgewise.scheduler.model;

import java.util.List;
import java.util.Map;

/**
 * A selector over labels: all requirements hold. {@link #EVERYTHING} has none; {@link #NOTHING} stands for an absent
 * one.
 */
public record LabelSelector(boolean nothing, List<Requirement> requirements) {
    /** The meaning of an empty selector. */
    public static final LabelSelector EVERYTHING = new LabelSelector(false, List.of());
    /** The meaning of an absent (null) selector. */
    public static final LabelSelector NOTHING = new LabelSelector(true, List.of());

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    public static LabelSelector of(List<Requirement> requirements) {
        return new LabelSelector(false, requirements);
    }

    public boolean isEverything() {
        return !nothing && requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        if (nothing) {
            return false;
        }
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
