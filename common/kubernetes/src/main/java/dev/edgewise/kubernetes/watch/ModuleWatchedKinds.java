package dev.edgewise.kubernetes.watch;

import java.util.List;

/**
 * Kinds that a module of a service watches beside those of the service itself. The service adds those of all such beans
 * to its {@link ServiceWatchedKinds}.
 *
 * @param kinds are read together with the service's last ones
 */
public record ModuleWatchedKinds(List<WatchedKind<?>> kinds) {
    public ModuleWatchedKinds {
        kinds = List.copyOf(kinds);
    }
}
