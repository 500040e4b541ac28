package dev.edgewise.rewards;

import dev.edgewise.kubernetes.testing.ServiceReplica;
import java.nio.file.Path;
import java.util.List;

/** One reward-monitor in this process. */
public final class Replica extends ServiceReplica {
    /** @param sources besides the application's own */
    public Replica(Path kubeconfig, List<Class<?>> sources, List<String> properties) {
        super(RewardMonitorApplication.class, kubeconfig, sources, properties.stream());
    }

    int status(String method, String path, String body, String... headers) {
        return call(method, path, body, headers).statusCode();
    }
}
