package dev.edgewise.networkprobe.agent.report;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Address and credentials for the coordinator.
 *
 * @param url http or https, without the path of the API
 * @param node the node this agent runs on
 * @param tokenFile holds the bearer token, read for each request since the kubelet renews it; null for none
 * @param caFile PEM certificates that an https coordinator's is signed by; null for those of the Java installation
 */
public record CoordinatorAccess(URI url, String node, @Nullable Path tokenFile, @Nullable Path caFile) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Whether the coordinator runs on this machine, so that other agents may, too: in tests, or to try it out. */
    public boolean isOnLoopback() {
        return LOOPBACK.contains(url.getHost());
    }
}
