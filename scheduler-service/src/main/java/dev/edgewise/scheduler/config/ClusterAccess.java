package dev.edgewise.scheduler.config;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
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
            for (String file : kubeconfig.split(File.pathSeparator)) {
                requireReadable(Path.of(file));
            }
        } else if (!Files.isReadable(home.resolve(".kube/config")) && !isInPod()) {
            throw new Misconfiguration(
                    "No Kubernetes cluster is configured: KUBECONFIG is not set, " + home.resolve(".kube/config")
                            + " is not there, and this is no pod of a cluster.",
                    REMEDY);
        }
        return Config.autoConfigure(null);
    }

    private boolean isInPod() {
        return environment.containsKey("KUBERNETES_SERVICE_HOST") || environment.containsKey("KUBERNETES_MASTER");
    }

    private static void requireReadable(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new Misconfiguration("KUBECONFIG names " + file + ", which is not a file that can be read.", REMEDY);
        }
    }
}
