package dev.edgewise.networkprobe.goldpinger;

import java.util.Map;

/** Nodes of Goldpinger's pods. */
@FunctionalInterface
public interface GoldpingerPodNodes {
    /**
     * Node by pod, each pod both by its name and by its IP addresses, but for those that pods of several nodes have.
     *
     * @param namespace of the pods; empty for all
     * @param app value of their label {@code app} or {@code app.kubernetes.io/name}
     * @throws RuntimeException if the API server cannot be asked now
     */
    Map<String, String> read(String namespace, String app);
}
