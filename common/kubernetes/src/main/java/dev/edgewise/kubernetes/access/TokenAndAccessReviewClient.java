package dev.edgewise.kubernetes.access;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Creates reviews of callers' tokens and rights. */
public final class TokenAndAccessReviewClient implements ReviewApi {
    private final ApiServerClient api;
    private final String namespace;

    /**
     * @param api with a short timeout: a request waits for these answers
     * @param namespace the service's own
     */
    public TokenAndAccessReviewClient(ApiServerClient api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    @Override
    public String create(String path, String json) {
        try {
            ApiResponse reply = api.post(path, json);
            if (!reply.isSuccess()) {
                throw unavailable("the API server answers " + reply.code(), null);
            }
            return new String(reply.body(), StandardCharsets.UTF_8);
        } catch (ApiUnavailableException e) {
            throw unavailable("the API server does not answer", e);
        }
    }

    @Override
    public String namespace() {
        return namespace;
    }

    private static ReviewUnavailableException unavailable(String why, @Nullable Exception e) {
        return new ReviewUnavailableException("tokens and rights cannot be reviewed: " + why, e);
    }
}
