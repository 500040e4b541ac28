package dev.edgewise.networkprobe.kubernetes;

import java.util.List;

/** Every permission that network-probe uses. The roles of the manifests have these and no more. */
public final class NetworkProbeAccess {
    private static final List<String> READ = List.of("list", "watch");

    private NetworkProbeAccess() {}

    /**
     * A permission.
     *
     * @param group API group; empty for the core group
     * @param resource plural
     * @param everywhere in the whole cluster, not only in one namespace
     */
    public record Rule(String group, String resource, List<String> verbs, boolean everywhere) {}

    /** With the source {@code agents}; pods in the namespace of the agents. */
    public static List<Rule> agents() {
        return List.of(
                new Rule("", "nodes", READ, true),
                new Rule("authentication.k8s.io", "tokenreviews", List.of("create"), true),
                new Rule("", "pods", READ, false));
    }

    /** To let callers in by what the cluster's roles allow them, whatever the sources; not with {@code edgewise.security.auth=none}. */
    public static List<Rule> reviews() {
        return List.of(
                new Rule("authentication.k8s.io", "tokenreviews", List.of("create"), true),
                new Rule("authorization.k8s.io", "subjectaccessreviews", List.of("create"), true));
    }

    /** With the source {@code goldpinger}; pods in the namespace of Goldpinger. */
    public static List<Rule> goldpinger() {
        return List.of(new Rule("", "nodes", READ, true), new Rule("", "pods", List.of("list"), false));
    }
}
