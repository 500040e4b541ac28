package dev.edgewise.global.model;

/** The name of a request, unique in the management cluster. */
public record RequestKey(String namespace, String name) implements Comparable<RequestKey> {
    @Override
    public int compareTo(RequestKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
