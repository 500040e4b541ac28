package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.kubernetes.NetworkProbeAccess.Rule;
import dev.edgewise.networkprobe.sources.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What of {@link NetworkProbeAccess} this process needs, by its settings.
 *
 * @param reviewsTokens whether callers have to prove who they are
 * @param goldpinger the namespace of Goldpinger's pods; empty for all namespaces
 */
record NeededAccess(Set<Source> sources, boolean reviewsTokens, String goldpinger) {
    boolean isNone() {
        return !reviewsTokens && !watchesNodes();
    }

    /** @param namespace of the agents */
    List<Rule> rules(String namespace) {
        List<Rule> rules = new ArrayList<>();
        if (watchesNodes()) {
            rules.addAll(NetworkProbeAccess.nodes(namespace));
        }
        if (reviewsTokens) {
            rules.addAll(NetworkProbeAccess.reviews());
        }
        if (sources.contains(Source.GOLDPINGER)) {
            rules.addAll(NetworkProbeAccess.goldpinger(goldpinger));
        }
        return rules;
    }

    private boolean watchesNodes() {
        return sources.contains(Source.AGENTS) || sources.contains(Source.GOLDPINGER);
    }
}
