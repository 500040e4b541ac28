package dev.edgewise.scheduler.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A named pipeline, chosen by a pod's {@code spec.schedulerName}.
 *
 * @param filters in the order in which a first rejection counts
 * @param sampling how many feasible nodes are enough
 */
public record Profile(String name, List<Filter> filters, List<Weighted> scores, NodeSampling sampling) {
    /**
     * A score and how much it counts.
     *
     * @param weight more than 0; only the ratio to the others' matters
     */
    public record Weighted(Score score, double weight) {
        public Weighted {
            if (!(weight > 0)) {
                throw new IllegalArgumentException(
                        "weight of score " + score.name() + " is " + weight + ", must be more than 0");
            }
        }
    }

    /** Returns this profile with those filters after its own. */
    public Profile with(List<? extends Filter> more) {
        List<Filter> all = new ArrayList<>(filters);
        all.addAll(more);
        return more.isEmpty() ? this : new Profile(name, all, scores, sampling);
    }

    public Profile {
        Objects.requireNonNull(name, "name");
        filters = List.copyOf(filters);
        scores = List.copyOf(scores);
    }
}
