package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The delay needs of a pod's labels: {@code delay_<ref>: "<ms>"} each, all of which must hold.
 *
 * @param problem what is wrong with them, for the pod's author; null if nothing is
 */
record DelayNeeds(List<DelayNeed> needs, @Nullable String problem) {
    private static final DelayNeeds NONE = new DelayNeeds(List.of(), null);
    /** Maximum length of the value of a label. */
    private static final int LONGEST = 63;

    private static final BigDecimal MICROS_PER_MILLI = BigDecimal.valueOf(1000);
    /** An hour: longer is surely a confusion of units. */
    private static final BigDecimal LONGEST_MILLIS = BigDecimal.valueOf(3_600_000);

    public DelayNeeds {
        needs = List.copyOf(needs);
    }

    /**
     * Reads the pod's labels and its {@value Names#DELAY_ANNOTATION} annotation.
     *
     * @param rules which round-trip times count where the pod does not say
     */
    public static DelayNeeds of(Pod pod, DelayRules rules, Instant now) {
        Map<String, String> labels = delayLabels(pod);
        if (labels.isEmpty()) {
            return NONE;
        }
        if (labels.size() > Names.MOST_DELAY_LABELS) {
            return problem("a pod may have " + Names.MOST_DELAY_LABELS + " labels delay_<ref> at most, but has "
                    + labels.size());
        }
        RttQualityRequirements quality;
        try {
            quality = rules.quality(terms(pod), now);
        } catch (IllegalArgumentException unknown) {
            return problem("annotation " + Names.DELAY_ANNOTATION + ": " + unknown.getMessage());
        }
        List<DelayNeed> needs = new ArrayList<>(labels.size());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            String reference = label.getKey().substring(Names.DELAY_LABEL_PREFIX.length());
            Long micros = micros(label.getValue());
            if (reference.isEmpty()) {
                return problem("label " + label.getKey() + " must name a node or workload: delay_<ref>");
            }
            if (micros == null) {
                return problem("label " + label.getKey() + "=\"" + label.getValue()
                        + "\" must be a number of milliseconds from 0 to " + LONGEST_MILLIS);
            }
            needs.add(new DelayNeed(reference, micros, quality));
        }
        return new DelayNeeds(needs, null);
    }

    /** Returns whether the pod has no delay needs. An invalid need counts as one. */
    public boolean isNone() {
        return needs.isEmpty() && problem == null;
    }

    /** {@link #isNone}, without reading what exactly the pod asks for. */
    static boolean areNone(Pod pod) {
        return delayLabels(pod).isEmpty();
    }

    private static DelayAnnotationTerms terms(Pod pod) {
        String annotation = pod.annotations().get(Names.DELAY_ANNOTATION);
        return annotation == null ? DelayAnnotationTerms.NONE : DelayAnnotationTerms.parse(annotation);
    }

    private static Map<String, String> delayLabels(Pod pod) {
        Map<String, String> found = Map.of();
        for (Map.Entry<String, String> label : pod.labels().entrySet()) {
            if (label.getKey().startsWith(Names.DELAY_LABEL_PREFIX)) {
                found = found.isEmpty() ? new TreeMap<>() : found;
                found.put(label.getKey(), label.getValue());
            }
        }
        return found;
    }

    private static DelayNeeds problem(String problem) {
        return new DelayNeeds(List.of(), problem);
    }

    private static @Nullable Long micros(String millis) {
        if (millis.length() > LONGEST) {
            return null;
        }
        try {
            BigDecimal value = new BigDecimal(millis.trim());
            if (value.signum() < 0 || value.compareTo(LONGEST_MILLIS) > 0) {
                return null;
            }
            return value.multiply(MICROS_PER_MILLI).longValue();
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
