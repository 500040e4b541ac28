package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.access.AccessCheck;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.autoconfigure.KubernetesProperties.AccessCheckMode;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/** Fails start-up, or warns, with a remedy, if the API server does not answer or permissions are missing. */
final class StartupAccessCheck {
    private static final Logger LOG = LoggerFactory.getLogger(StartupAccessCheck.class);
    private static final String REMEDY =
            "Check that the API server runs, and that KUBECONFIG or the pod's service account says how to reach it.";

    private final Supplier<AccessCheck> check;
    private final List<Permission> needed;
    private final Supplier<ApiServerTransport> server;

    /** @param check lazy, as {@code server}: looks for a cluster on first use */
    StartupAccessCheck(Supplier<AccessCheck> check, List<Permission> needed, Supplier<ApiServerTransport> server) {
        this.check = check;
        this.needed = needed;
        this.server = server;
    }

    void run(AccessCheckMode mode) {
        if (mode == AccessCheckMode.FAIL) {
            fail();
        } else {
            // An API server that does not answer must not delay start-up.
            Thread thread = new Thread(this::warn, "access-check");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void fail() {
        try {
            check.get().problem(needed).ifPresent(problem -> {
                throw new InvalidConfigurationException(
                        "The Kubernetes API at " + server.get() + " does not let this service do its work: " + problem
                                + ".",
                        "Grant these permissions to the user of the kubeconfig or of the pod's service account.");
            });
        } catch (ApiUnavailableException e) {
            throw new InvalidConfigurationException(
                    "The Kubernetes API at " + server.get() + " cannot be used: " + e.getMessage() + ".", REMEDY);
        }
    }

    private void warn() {
        try {
            check.get()
                    .problem(needed)
                    .ifPresent(problem -> LOG.error(
                            "The Kubernetes API does not allow all of this service's work; server={} cause={}",
                            server.get(),
                            problem));
        } catch (ApiUnavailableException e) {
            LOG.warn("Permissions cannot be checked; cause={}", e.getMessage());
        } catch (RuntimeException noCluster) {
            // The exception of a bean that could not be made hides the reason at its root.
            LOG.warn(
                    "Permissions cannot be checked; cause={}",
                    NestedExceptionUtils.getMostSpecificCause(noCluster).getMessage());
        }
    }
}
