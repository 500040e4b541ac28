package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.kubernetes.http.ApiServerDateListener;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.http.ReloadingClientConfig;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds the configured cluster; never guesses. */
final class KubernetesClientConfigLoader {
    private static final String REMEDY = "Set KUBECONFIG to the kubeconfig file of the cluster, "
            + "or run the service in a pod with a service account.";

    private final String kubeconfig;
    private final Map<String, String> environment;
    private final Path home;

    /** @param kubeconfig overrides the environment; empty to use the environment */
    KubernetesClientConfigLoader(String kubeconfig, Map<String, String> environment, Path home) {
        this.kubeconfig = kubeconfig;
        this.environment = environment;
        this.home = home;
    }

    /**
     * Reads the configuration as kubectl does: {@code KUBECONFIG}, else {@code ~/.kube/config}, else the pod's service
     * account.
     *
     * @throws InvalidConfigurationException if it names no cluster or what it names is not there
     */
    Config config() {
        if (!kubeconfig.isBlank()) {
            return fromFiles("edgewise.kubernetes.kubeconfig", new String[] {kubeconfig});
        }
        // As kubectl: empty entries of the list are none.
        String[] files = Stream.of(environment.getOrDefault("KUBECONFIG", "").split(File.pathSeparator))
                .filter(file -> !file.isBlank())
                .distinct()
                .toArray(String[]::new);
        if (files.length > 0) {
            return fromFiles("KUBECONFIG", files);
        }
        if (!Files.isReadable(home.resolve(".kube/config")) && !isInPod()) {
            throw new InvalidConfigurationException(
                    "No Kubernetes cluster is configured: KUBECONFIG is not set, " + home.resolve(".kube/config")
                            + " does not exist, and this process does not run in a pod.",
                    REMEDY);
        }
        return Config.autoConfigure(null);
    }

    /**
     * The API server of that configuration; connects with the first request.
     *
     * @throws InvalidConfigurationException if its certificates, keys or proxy cannot be used
     */
    static ApiServerTransport server(ReloadingClientConfig source, ApiServerDateListener dates) {
        try {
            return ApiServerTransport.of(source, dates);
        } catch (IllegalArgumentException unusable) {
            throw new InvalidConfigurationException(
                    "The Kubernetes API at " + source.config().getMasterUrl() + " cannot be used: "
                            + unusable.getMessage() + ".",
                    "Correct what the kubeconfig, or the pod's service account, says of it.");
        }
    }

    /** Merges several files as kubectl does: missing files count as empty, the first file that sets a value wins. */
    private static Config fromFiles(String origin, String[] files) {
        List<String> there = Stream.of(files)
                .filter(file -> files.length == 1 || Files.exists(Path.of(file)))
                .toList();
        if (there.isEmpty()) {
            throw unusable(origin, String.join(" and ", files), "are not there");
        }
        for (String file : there) {
            if (!Files.isRegularFile(Path.of(file)) || !Files.isReadable(Path.of(file))) {
                throw unusable(origin, file, "is not a readable file");
            }
        }
        Config config = merged(origin, there);
        if (config.getCurrentContext() == null) {
            throw unusable(
                    origin, String.join(" and ", there), "has no current-context that names a cluster and a user");
        }
        return config;
    }

    private static Config merged(String origin, List<String> files) {
        if (files.size() == 1) {
            return read(origin, files.get(0), () -> Config.fromKubeconfig(new File(files.get(0))));
        }
        Config config = Config.empty();
        KubeConfigUtils.merge(
                config,
                null,
                files.stream()
                        .map(file -> read(origin, file, () -> KubeConfigUtils.parseConfig(new File(file))))
                        .toArray(io.fabric8.kubernetes.api.model.Config[]::new));
        return config;
    }

    private static <T> T read(String origin, String file, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException e) {
            throw unusable(origin, file, "cannot be parsed as a kubeconfig: " + e.getMessage());
        }
    }

    private static InvalidConfigurationException unusable(String origin, String file, String why) {
        String remedy = origin.equals("KUBECONFIG")
                ? REMEDY
                : "Correct " + origin + ", or leave it out: then the environment says which cluster it is.";
        return new InvalidConfigurationException(origin + " names " + file + ", which " + why + ".", remedy);
    }

    private boolean isInPod() {
        return environment.containsKey("KUBERNETES_SERVICE_HOST") || environment.containsKey("KUBERNETES_MASTER");
    }
}
