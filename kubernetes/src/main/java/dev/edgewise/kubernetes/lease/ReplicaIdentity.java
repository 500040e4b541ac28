package dev.edgewise.kubernetes.lease;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/**
 * Who this process is among the replicas and their restarts.
 *
 * @param name the host's, which is the pod's in a cluster, and one that no other run has
 */
public record ReplicaIdentity(String name) {
    public static ReplicaIdentity ofThisProcess() {
        String run = UUID.randomUUID().toString().substring(0, 8);
        try {
            return new ReplicaIdentity(InetAddress.getLocalHost().getHostName() + '_' + run);
        } catch (UnknownHostException nameless) {
            return new ReplicaIdentity("unknown_" + run);
        }
    }
}
