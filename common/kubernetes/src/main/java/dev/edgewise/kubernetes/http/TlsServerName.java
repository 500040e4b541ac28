package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;

/** The name that the API server's certificate must hold, where a kubeconfig says so with {@code tls-server-name}. */
final class TlsServerName {
    private TlsServerName() {}

    /** @param host the name, or address, that the URL has */
    static String of(Config config, String host) {
        NamedContext context = config.getCurrentContext();
        File file = context == null || context.getContext() == null ? null : config.getFileWithCluster();
        if (file == null) {
            return host;
        }
        String cluster = context.getContext().getCluster();
        for (NamedCluster named : KubeConfigUtils.parseConfig(file).getClusters()) {
            if (named.getName().equals(cluster) && named.getCluster() != null) {
                String name = named.getCluster().getTlsServerName();
                return name == null || name.isEmpty() ? host : name;
            }
        }
        return host;
    }
}
