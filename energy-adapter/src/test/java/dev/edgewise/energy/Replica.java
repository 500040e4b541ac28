package dev.edgewise.energy;

import dev.edgewise.kubernetes.testing.ServiceReplica;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** One energy-adapter in this process. */
public final class Replica extends ServiceReplica {
    /** @param sources besides the application's own */
    public Replica(Path kubeconfig, List<Class<?>> sources, List<String> properties) {
        super(
                EnergyAdapterApplication.class,
                kubeconfig,
                sources,
                Stream.concat(Stream.of("edgewise.energy-adapter.refresh.every=100ms"), properties.stream()));
    }

    public int put(String node, String body, String... headers) {
        return call("PUT", "/api/v1/energy/" + node, body, headers).statusCode();
    }
}
