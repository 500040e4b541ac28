package dev.edgewise.kubernetes.lease;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/**
 * Who this process is among the replicas and their restarts.
 *
 * @param name begins with the host's, which is the pod's in a cluster
 */
public record ReplicaIdentity(String name) {
    /** One that no other process has. */
    public static ReplicaIdentity ofThisProcess() {
        return new ReplicaIdentity(host() + '_' + UUID.randomUUID().toString().substring(0, 8));
    }

    /** One that a container which starts again in its pod has, too: it need not wait for itself. */
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
