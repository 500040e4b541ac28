package dev.edgewise.common.security;

import org.jspecify.annotations.Nullable;

/**
 * Lets the pods of one service account speak for the node that each runs on, and for no other. Projected tokens of pods
 * name the pod's node, from Kubernetes 1.30 on.
 */
public final class NodeTokenVerifier {
    private static final String POD = "authentication.kubernetes.io/pod-uid";
    private static final String NODE = "authentication.kubernetes.io/node-name";

    private final Authenticator authenticator;
    private final String user;

    /** @param user the full name of the service account, {@code system:serviceaccount:<namespace>:<name>} */
    public NodeTokenVerifier(Authenticator authenticator, String user) {
        this.authenticator = authenticator;
        this.user = user;
    }

    /**
     * Returns if the caller's pod runs on the node.
     *
     * @param authorization the header of that name
     * @throws AccessDeniedException 401 without a token of such a pod, 403 with one of another node
     * @throws ReviewUnavailableException if that cannot be checked now
     */
    public void check(String node, @Nullable String authorization) {
        String token = BearerToken.of(authorization)
                .orElseThrow(() -> AccessDeniedException.unknown(
                        "authorization is missing: it must be Bearer and a token of " + user));
        String of = nodeOf(token);
        if (!of.equals(node)) {
            throw AccessDeniedException.forbidden("node is " + node + ": it must be that of the token, " + of);
        }
    }

    /**
     * The node of the pod that a token was made for.
     *
     * @throws AccessDeniedException 401, if it is not a token of such a pod
     * @throws ReviewUnavailableException if that cannot be checked now
     */
    public String nodeOf(String token) {
        TokenUser of = authenticator
                .userOf(token)
                .orElseThrow(() -> AccessDeniedException.unknown(
                        "the token is not valid: it must be one of this cluster, for the audience "
                                + authenticator.audience() + ", and not expired"));
        if (!user.equals(of.name())) {
            throw AccessDeniedException.unknown("the token is of " + of.name() + ": it must be of " + user);
        }
        if (of.extra(POD).isEmpty()) {
            // Accounts that may create tokens can bind one to a node that they do not run on.
            throw AccessDeniedException.unknown(
                    "the token names no pod: it must be a projected one of a pod, not one that is bound to a node");
        }
        return of.extra(NODE)
                .orElseThrow(
                        () -> AccessDeniedException.unknown(
                                "the token names no node: it must be a projected one of a pod, which names it from Kubernetes 1.30 on"));
    }
}
