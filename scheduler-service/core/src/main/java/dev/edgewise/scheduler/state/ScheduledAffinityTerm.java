package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import java.util.ArrayList;
import java.util.List;

/**
 * A term as placed pods have it: the replicas of a workload have the same.
 *
 * @param weight how much the domain is preferred, negative if it is rather avoided; 0 of a required term
 */
public record ScheduledAffinityTerm(AffinityTerm term, Kind kind, int weight) {
    /** The effect of the term. */
    public enum Kind {
        REQUIRED,
        REQUIRED_ANTI,
        PREFERRED
    }

    static List<ScheduledAffinityTerm> of(Pod pod) {
        PodAffinity affinity = pod.spec().podAffinity();
        if (affinity.isNone()) {
            return List.of();
        }
        List<ScheduledAffinityTerm> terms = new ArrayList<>();
        affinity.required().forEach(term -> terms.add(new ScheduledAffinityTerm(term, Kind.REQUIRED, 0)));
        affinity.requiredAnti().forEach(term -> terms.add(new ScheduledAffinityTerm(term, Kind.REQUIRED_ANTI, 0)));
        affinity.preferred()
                .forEach(one -> terms.add(new ScheduledAffinityTerm(one.term(), Kind.PREFERRED, one.weight())));
        affinity.preferredAnti()
                .forEach(one -> terms.add(new ScheduledAffinityTerm(one.term(), Kind.PREFERRED, -one.weight())));
        return terms;
    }
}
