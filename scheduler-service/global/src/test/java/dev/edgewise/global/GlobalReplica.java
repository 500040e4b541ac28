package dev.edgewise.global;

import dev.edgewise.kubernetes.testing.ServiceReplica;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One global-scheduler in this process, which decides and renews soon. */
public final class GlobalReplica extends ServiceReplica {
    private static final List<String> USUAL = List.of(
            "edgewise.security.auth=none",
            "edgewise.global.replica.lease=2s",
            "edgewise.global.replica.renew-every=500ms",
            "edgewise.global.members.health-every=200ms",
            "edgewise.global.members.timeout=1s",
            "edgewise.global.members.bid-age=0s",
            "edgewise.global.bids-within=1s",
            "edgewise.global.attempts.observe-every=100ms",
            "edgewise.global.attempts.pause-after-failure=100ms");

    public GlobalReplica(Path kubeconfig, String... properties) {
        this(kubeconfig, List.of(), properties);
    }

    /** @param sources besides the application's own */
    public GlobalReplica(Path kubeconfig, List<Class<?>> sources, String... properties) {
        super(GlobalSchedulerApplication.class, kubeconfig, sources, merged(properties));
    }

    /** Returns the usual settings, each unless it is given. */
    private static Stream<String> merged(String... properties) {
        Map<String, String> all = new LinkedHashMap<>();
        Stream.concat(USUAL.stream(), Stream.of(properties))
                .forEach(property -> all.put(property.substring(0, property.indexOf('=')), property));
        return all.values().stream();
    }
}
