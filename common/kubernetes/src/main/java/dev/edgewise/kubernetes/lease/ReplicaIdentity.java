package dev.edgewise.kubernetes.lease;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/**
 * Identity of this process among the replicas and their restarts.
 *
 * @param name begins with the host's, which is the pod's in a cluster
 */
public record ReplicaIdentity(String name) {
    public static ReplicaIdentity ofThisProcess() {
        return new ReplicaIdentity(host() + '_' + UUID.randomUUID().toString().substring(0, 8));
    }

    /** An identity kept by a container that restarts in its pod: it need not wait for its own lock to expire. */
    public static ReplicaIdentity ofThisContainer() {
        return new ReplicaIdentity(host() + '/' + ProcessHandle.current().pid());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "unknown";
        }
    }
}
