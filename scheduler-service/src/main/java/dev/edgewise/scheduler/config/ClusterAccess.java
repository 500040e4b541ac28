package dev.edgewise.scheduler.config;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Finds out which cluster to work for, and refuses to guess. */
final class ClusterAccess {
    private static final String REMEDY = "Set KUBECONFIG to the kubeconfig file of the cluster, "
            + "or run the service in a pod with a service account.";

    private final Map<String, String> environment;
    private final Path home;

    ClusterAccess(Map<String, String> environment, Path home) {
        this.environment = environment;
        this.home = home;
    }

    /**
     * What the environment says, as kubectl would read it: {@code KUBECONFIG}, else {@code ~/.kube/config}, else the
     * pod's service account.
     *
     * @throws Misconfiguration if it names no cluster or what it names is not there
     */
    Config config() {
        String kubeconfig = environment.getOrDefault("KUBECONFIG", "");
        if (!kubeconfig.isBlank()) {
            return fromFiles(kubeconfig);
        }
        if (!Files.isReadable(home.resolve(".kube/config")) && !isInPod()) {
            throw new Misconfiguration(
                    "No Kubernetes cluster is configured: KUBECONFIG is not set, " + home.resolve(".kube/config")
                            + " is not there, and this is no pod of a cluster.",
                    REMEDY);
        }
        return Config.autoConfigure(null);
    }

    private static Config fromFiles(String kubeconfig) {
        File[] files = Arrays.stream(kubeconfig.split(File.pathSeparator))
                .map(File::new)
                .toArray(File[]::new);
        for (File file : files) {
            if (!file.isFile() || !file.canRead()) {
                throw unusable(kubeconfig, "is not a file that can be read");
            }
        }
        // The client merges several files, which it does only for those that the environment names.
        Config config = files.length == 1 ? read(files[0]) : Config.autoConfigure(null);
        if (config.getCurrentContext() == null) {
            throw unusable(kubeconfig, "has no current-context that names a cluster and a user");
        }
        return config;
    }

    private static Config read(File file) {
        try {
            return Config.fromKubeconfig(file);
        } catch (RuntimeException e) {
            throw unusable(file.toString(), "is no kubeconfig: " + e.getMessage());
        }
    }

    private static Misconfiguration unusable(String kubeconfig, String why) {
        return new Misconfiguration("KUBECONFIG names " + kubeconfig + ", which " + why + ".", REMEDY);
    }

    private boolean isInPod() {
        return environment.containsKey("KUBERNETES_SERVICE_HOST") || environment.containsKey("KUBERNETES_MASTER");
    }
}
