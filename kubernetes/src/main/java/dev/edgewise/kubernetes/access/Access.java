package dev.edgewise.kubernetes.access;

/**
 * A permission: one verb on one kind of object.
 *
 * @param group API group; empty for the core group
 * @param resource plural, with the subresource if any: {@code pods/binding}
 * @param namespace where; empty for everywhere
 * @param name of the only object it is needed for; empty for all
 */
public record Access(String verb, String group, String resource, String namespace, String name) {
    /** One that holds in all namespaces. */
    public static Access everywhere(String verb, String group, String resource) {
        return new Access(verb, group, resource, "", "");
    }

    /** {@code patch pods/status}, {@code get leases.coordination.k8s.io edgewise-scheduler in namespace edgewise}. */
    @Override
    public String toString() {
        String kind = group.isEmpty() ? resource : resource + "." + group;
        String object = name.isEmpty() ? "" : " " + name;
        return verb + " " + kind + object + (namespace.isEmpty() ? "" : " in namespace " + namespace);
    }
}
