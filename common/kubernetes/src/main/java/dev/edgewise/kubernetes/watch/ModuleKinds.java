package dev.edgewise.kubernetes.watch;

import java.util.List;

/**
 * Kinds that a module of a service watches beside those of the service itself. The service adds those of all such beans to its {@link ClusterKinds}.
 *
 * @param kinds are read together with the service's last ones
 */
public record ModuleKinds(List<WatchedKind<?>> kinds) {
    public ModuleKinds {
        kinds = List.copyOf(kinds);
    }
}
