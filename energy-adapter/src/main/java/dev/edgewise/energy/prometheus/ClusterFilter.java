package dev.edgewise.energy.prometheus;

import dev.edgewise.common.prometheus.Sample;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Tells series of this cluster from those of others by the label {@code cluster}. Remembers until the process ends that
 * there are several. For one thread.
 */
final class ClusterFilter {
    private final String ours;
    private @Nullable String first;
    private boolean several;

    /**
     * @param ours the value of the label that series of this cluster have, if they have the label; empty if that is not
     *     known
     */
    ClusterFilter(String ours) {
        this.ours = ours;
    }

    /** Whether the sample says that it is of another cluster. */
    boolean isForeign(Sample sample) {
        String its = clusterOf(sample);
        return !ours.isEmpty() && !its.isEmpty() && !its.equals(ours);
    }

    /** Remembers the clusters of the samples; a missing label is a value, too. */
    void see(Collection<Sample> samples) {
        for (Sample sample : samples) {
            String its = clusterOf(sample);
            first = first == null ? its : first;
            several |= !its.equals(first);
        }
    }

    /**
     * Whether samples of several clusters came, in any answer until now, and nothing says which cluster is ours: then
     * an address may be of any of them.
     */
    boolean isMixed() {
        return ours.isEmpty() && several;
    }

    /**
     * Whether our cluster is set, and no sample has the label, as after an aggregation that drops it: then foreign ones
     * are not left out.
     */
    boolean isWithoutEffect(Collection<Sample> samples) {
        return !ours.isEmpty()
                && !samples.isEmpty()
                && samples.stream().allMatch(sample -> clusterOf(sample).isEmpty());
    }

    private static String clusterOf(Sample sample) {
        return sample.labels().getOrDefault(PrometheusProperties.CLUSTER_LABEL, "");
    }
}
