package dev.edgewise.common.security;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Authenticates by TokenReview and authorises by SubjectAccessReview, with cached answers. */
final class ReviewingGuard implements AccessGuard {
    private final Authenticator authenticator;
    private final SubjectAccessReviewer rights;
    private final ReviewCache<Boolean> allowed;

    ReviewingGuard(Authenticator authenticator, SubjectAccessReviewer rights, Duration cache) {
        this.authenticator = authenticator;
        this.rights = rights;
        this.allowed = new ReviewCache<>(cache, allowed -> allowed, Ticker.system());
    }

    @Override
    public void authenticate(@Nullable String authorization) {
        user(token(authorization));
    }

    @Override
    public void require(@Nullable String authorization, Permission permission) {
        String token = token(authorization);
        TokenUser user = user(token);
        String question = permission + "\n" + token;
        if (!allowed.get(question, authenticator.lifetime(token), () -> rights.isAllowed(user, permission))) {
            throw AccessDeniedException.forbidden(user, permission);
        }
    }

    private TokenUser user(String token) {
        return authenticator
                .userOf(token)
                .orElseThrow(() -> AccessDeniedException.unknown(
                        "the token is not valid: it must be one of this cluster, for the audience "
                                + authenticator.audience() + ", and not expired"));
    }

    private String token(@Nullable String authorization) {
        return BearerToken.of(authorization)
                .orElseThrow(() -> AccessDeniedException.unknown(
                        "authorization is missing: it must be Bearer and a token of the cluster for the audience "
                                + authenticator.audience()));
    }
}
