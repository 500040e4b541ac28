package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** Makes the client that watches: it reads lean objects, and is back soon after the API server is. */
public final class WatchClient {
    /** First wait before a watch is tried again, in ms. It doubles up to 32 times as much: 3.2 s. */
    private static final int RECONNECT_MILLIS = 100;

    private WatchClient() {}

    /** @param config says which cluster and as whom; the caller closes the client */
    public static KubernetesClient create(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(config)
                        .withWatchReconnectInterval(RECONNECT_MILLIS)
                        .build())
                .withKubernetesSerialization(LeanSerialization.create())
                .build();
    }
}
