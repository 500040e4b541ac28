package dev.edgewise.networkprobe.kubernetes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every permission that network-probe uses. The roles of the manifests have these and no more. */
public final class NetworkProbeAccess {
    private static final List<String> READ = List.of("list", "watch");

    private NetworkProbeAccess() {}

    /**
     * A permission.
     *
     * @param group API group; empty for the core group
     * @param resource plural
     * @param namespace where; null for the whole cluster
     */
    public record Rule(String group, String resource, List<String> verbs, @Nullable String namespace) {}

    /** To know nodes and agents, with the sources {@code agents} and {@code goldpinger}; pods in the namespace of the agents. */
    public static List<Rule> nodes(String namespace) {
        return List.of(new Rule("", "nodes", READ, null), new Rule("", "pods", READ, namespace));
    }

    /** To let callers and agents in by what the cluster says of them, whatever the sources; not with {@code edgewise.security.auth=none}. */
    public static List<Rule> reviews() {
        return List.of(
                new Rule("authentication.k8s.io", "tokenreviews", List.of("create"), null),
                new Rule("authorization.k8s.io", "subjectaccessreviews", List.of("create"), null));
    }

    /**
     * With the source {@code goldpinger}, besides those.
     *
     * @param namespace of Goldpinger's pods; empty for all namespaces
     */
    public static List<Rule> goldpinger(String namespace) {
        return List.of(new Rule("", "pods", List.of("list"), namespace.isEmpty() ? null : namespace));
    }
}
