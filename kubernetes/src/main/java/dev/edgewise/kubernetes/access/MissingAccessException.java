package dev.edgewise.kubernetes.access;

import java.util.List;
import java.util.stream.Collectors;

/** The service lacks permissions. The message names what to grant, and where. */
public final class MissingAccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MissingAccessException(List<Access> missing, String service) {
        super("missing permission to "
                + missing.stream().map(Access::toString).collect(Collectors.joining(", "))
                + ". Grant it to the service account in ClusterRole edgewise-" + service
                + " (what is in one namespace: Role edgewise-" + service + "), or apply the manifests again");
    }
}
