package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.kubernetes.http.AnswerDates;
import dev.edgewise.kubernetes.http.ApiServer;
import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Finds the configured cluster; never guesses. */
final class ClusterAccess {
    private static final String REMEDY = "Set KUBECONFIG to the kubeconfig file of the cluster, "
            + "or run the service in a pod with a service account.";

    private final String kubeconfig;
    private final Map<String, String> environment;
    private final Path home;

    /** @param kubeconfig overrides the environment; empty to use the environment */
    ClusterAccess(String kubeconfig, Map<String, String> environment, Path home) {
        this.kubeconfig = kubeconfig;
        this.environment = environment;
        this.home = home;
    }

    /**
     * What the environment says, as kubectl would read it: {@code KUBECONFIG}, else {@code ~/.kube/config}, else the
     * pod's service account.
     *
     * @throws InvalidConfigurationException if it names no cluster or what it names is not there
     */
    Config config() {
        if (!kubeconfig.isBlank()) {
            return fromFiles("edgewise.kubernetes.kubeconfig", new String[] {kubeconfig});
        }
        String files = environment.getOrDefault("KUBECONFIG", "");
        if (!files.isBlank()) {
            return fromFiles("KUBECONFIG", files.split(File.pathSeparator));
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
    static ApiServer server(Config config, AnswerDates dates) {
        try {
            return ApiServer.of(config, dates);
        } catch (IllegalArgumentException unusable) {
            throw new InvalidConfigurationException(
                    "The Kubernetes API at " + config.getMasterUrl() + " cannot be used: " + unusable.getMessage()
                            + ".",
                    "Correct what the kubeconfig, or the pod's service account, says of it.");
        }
    }

    private static Config fromFiles(String origin, String[] files) {
        String all = String.join(" and ", files);
        for (String file : files) {
            if (!Files.isRegularFile(Path.of(file)) || !Files.isReadable(Path.of(file))) {
                throw unusable(origin, file, "is not a readable file");
            }
        }
        // The client merges several files, which it does only for those that the environment names.
        Config config = files.length == 1 ? read(origin, files[0]) : Config.autoConfigure(null);
        if (config.getCurrentContext() == null) {
            throw unusable(origin, all, "has no current-context that names a cluster and a user");
        }
        return config;
    }

    private static Config read(String origin, String file) {
        try {
            return Config.fromKubeconfig(new File(file));
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
