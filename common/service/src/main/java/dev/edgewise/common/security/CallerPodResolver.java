package dev.edgewise.common.security;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows the pod that a token was made for. Projected tokens of pods name it; those of {@code kubectl create token} do
 * not.
 */
public final class CallerPodResolver {
    private static final String NAME = "authentication.kubernetes.io/pod-name";
    private static final String UID = "authentication.kubernetes.io/pod-uid";
    private static final String ACCOUNT = "system:serviceaccount:";

    private final Authenticator authenticator;

    public CallerPodResolver(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /** A pod that proved who it is. */
    public record BoundPod(String namespace, String name, String uid) {}

    /**
     * The pod of the caller; empty if the caller is not known, or no pod.
     *
     * @param authorization the header of that name
     * @throws ReviewUnavailableException if that cannot be said now
     */
    public Optional<BoundPod> podOf(@Nullable String authorization) {
        return BearerToken.of(authorization)
                .flatMap(authenticator::userOf)
                .filter(user -> user.name().startsWith(ACCOUNT))
                .flatMap(CallerPodResolver::pod);
    }

    private static Optional<BoundPod> pod(TokenUser user) {
        String namespace = user.name().substring(ACCOUNT.length()).split(":", 2)[0];
        return user.extra(NAME).flatMap(name -> user.extra(UID).map(uid -> new BoundPod(namespace, name, uid)));
    }
}
