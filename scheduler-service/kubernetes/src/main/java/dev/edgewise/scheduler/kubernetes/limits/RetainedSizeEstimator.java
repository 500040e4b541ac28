package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Part;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Estimates the bytes retained of values that tenants write. The API server takes 1.5 MB of each object; a hundred such
 * selectors would fill the heap.
 */
public final class RetainedSizeEstimator {
    /** A pod that names 5,000 nodes keeps half of it, one of a Deployment 1 kB. */
    public static final int MOST = 512 * 1024;

    /** A text, beside its characters. */
    private static final int TEXT = 40;

    /**
     * The bytes that a broad term counts in addition, as every decision about any pod visits it: a namespace has a few
     * thousand such terms at most, which take a millisecond.
     */
    private static final int BROAD_TERM = 2 * 1024;

    private RetainedSizeEstimator() {}

    /** @throws InvalidObjectException if it is more than an object may keep */
    static void check(String field, int weight) {
        check(field, weight, MOST);
    }

    /** @throws InvalidObjectException if it is more than that */
    public static void check(String field, int weight, int most) {
        if (weight > most) {
            throw new InvalidObjectException(
                    field, weight, "at most " + most + " bytes in memory, of which each text takes " + TEXT + " more");
        }
    }

    /** The selector, if it is not too heavy. */
    public static LabelSelector checked(String field, LabelSelector selector) {
        check(field, of(selector));
        return selector;
    }

    /** The labels, if they are not too heavy. */
    public static Map<String, String> checked(String field, Map<String, String> labels) {
        check(field, of(labels));
        return labels;
    }

    /** The selector as the part of an object that may be heavy. */
    public static List<Part> parts(String field, LabelSelector selector) {
        return List.of(new Part(field, selector, of(selector)));
    }

    static int of(String text) {
        return TEXT + text.length();
    }

    static int of(Map<String, String> texts) {
        int sum = 0;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            sum += of(text.getKey()) + of(text.getValue());
        }
        return sum;
    }

    static int of(Collection<String> texts) {
        return sum(texts, RetainedSizeEstimator::of);
    }

    public static int of(LabelSelector selector) {
        return requirements(selector.requirements());
    }

    static int of(NodeAffinity affinity) {
        List<NodeTerm> required = affinity.required();
        return of(affinity.selector())
                + (required == null ? 0 : sum(required, RetainedSizeEstimator::of))
                + sum(affinity.preferred(), preferred -> of(preferred.term()));
    }

    public static int of(PodAffinity affinity) {
        return sum(affinity.required(), RetainedSizeEstimator::of)
                + sum(affinity.requiredAnti(), RetainedSizeEstimator::of)
                + sum(affinity.preferred(), weighted -> of(weighted.term()))
                + sum(affinity.preferredAnti(), weighted -> of(weighted.term()));
    }

    public static <T> int sum(Collection<T> elements, ToIntFunction<T> weight) {
        int sum = 0;
        for (T element : elements) {
            sum += weight.applyAsInt(element);
        }
        return sum;
    }

    private static int of(NodeTerm term) {
        return requirements(term.expressions()) + requirements(term.fields());
    }

    private static int of(AffinityTerm term) {
        int texts = of(term.selector()) + of(term.namespaceSelector()) + of(term.namespaces()) + of(term.topologyKey());
        return term.isBroad() ? texts + BROAD_TERM : texts;
    }

    private static int requirements(List<Requirement> requirements) {
        return sum(requirements, requirement -> of(requirement.key()) + of(requirement.values()));
    }
}
