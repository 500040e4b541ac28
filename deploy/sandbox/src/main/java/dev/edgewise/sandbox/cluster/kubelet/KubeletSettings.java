package dev.edgewise.sandbox.cluster.kubelet;

import java.time.Duration;

/**
 * Settings of simulated kubelets.
 *
 * @param seed decides the start delays of pods
 * @param heartbeat how often a node renews its lease; longer if the budget does not allow it for all nodes
 * @param callsPerSecond most calls per second to the API server; half of them are for heartbeats
 */
public record KubeletSettings(long seed, Duration heartbeat, int callsPerSecond) {
    public KubeletSettings {
        if (heartbeat.isNegative() || heartbeat.isZero() || callsPerSecond < 2) {
            throw new IllegalArgumentException("heartbeat " + heartbeat + " and " + callsPerSecond
                    + " calls per second; a positive heartbeat and at least 2 calls per second are allowed");
        }
    }

    public static KubeletSettings of(long seed) {
        return new KubeletSettings(seed, Duration.ofSeconds(10), 400);
    }

    Duration heartbeatOf(int nodes) {
        Duration affordable = Duration.ofMillis(2000L * nodes / callsPerSecond);
        return affordable.compareTo(heartbeat) > 0 ? affordable : heartbeat;
    }
}
