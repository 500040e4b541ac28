package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.kubernetes.access.Access;
import dev.edgewise.scheduler.kubernetes.access.AccessCheck;
import dev.edgewise.scheduler.kubernetes.access.MissingAccessException;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
import java.util.List;

/** Ends the start, with what to do about it, where the API server does not answer or does not let the service work. */
final class StartCheck {
    private static final String REMEDY =
            "Check that the API server runs, and that KUBECONFIG or the pod's service account says how to reach it.";

    private final AccessCheck check;
    private final List<Access> needed;
    private final String server;

    StartCheck(AccessCheck check, List<Access> needed, String server) {
        this.check = check;
        this.needed = needed;
        this.server = server;
    }

    void run() {
        try {
            check.require(needed);
        } catch (MissingAccessException e) {
            throw new Misconfiguration(
                    "The Kubernetes API at " + server + " does not let this service do its work: " + e.getMessage()
                            + ".",
                    "Grant these permissions to the user of the kubeconfig or of the pod's service account.");
        } catch (UnansweredException e) {
            throw new Misconfiguration(
                    "The Kubernetes API at " + server + " cannot be used: " + e.getMessage() + ".", REMEDY);
        }
    }
}
