package dev.edgewise.scheduler.kubernetes.access;

/**
 * A permission: one verb on one kind of object.
 *
 * @param group API group; empty for the core group
 * @param resource plural, with the subresource if any: {@code pods/binding}
 * @param namespace where; empty for everywhere
 */
public record Access(String verb, String group, String resource, String namespace) {
    static Access everywhere(String verb, String group, String resource) {
        return new Access(verb, group, resource, "");
    }

    /** {@code patch pods/status}, {@code get leases.coordination.k8s.io in namespace edgewise}. */
    @Override
    public String toString() {
        String kind = group.isEmpty() ? resource : resource + "." + group;
        return verb + " " + kind + (namespace.isEmpty() ? "" : " in namespace " + namespace);
    }
}
