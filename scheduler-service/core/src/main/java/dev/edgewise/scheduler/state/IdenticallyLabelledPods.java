package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.util.Map;

/** The pods that no selector distinguishes: of one namespace, with the same labels, all terminating or none of them. */
public final class IdenticallyLabelledPods {
    private final String namespace;
    private final Map<String, String> labels;
    private final boolean terminating;
    private final int hash;

    IdenticallyLabelledPods(Pod pod) {
        this.namespace = pod.namespace();
        this.labels = pod.labels();
        this.terminating = pod.terminating();
        this.hash = 31 * (31 * namespace.hashCode() + labels.hashCode()) + Boolean.hashCode(terminating);
    }

    public String namespace() {
        return namespace;
    }

    public Map<String, String> labels() {
        return labels;
    }

    boolean terminating() {
        return terminating;
    }

    @Override
    public boolean equals(Object object) {
        return object == this
                || (object instanceof IdenticallyLabelledPods other
                        && hash == other.hash
                        && terminating == other.terminating
                        && namespace.equals(other.namespace)
                        && labels.equals(other.labels));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
