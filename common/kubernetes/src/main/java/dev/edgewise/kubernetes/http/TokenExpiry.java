package dev.edgewise.kubernetes.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which a token ends, as the token itself says. The time beside it in the answer of a kubeconfig's
 * program is dropped by fabric8.
 */
final class TokenExpiry {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARTS = 3;

    private TokenExpiry() {}

    /**
     * Returns the claim {@code exp} of a JSON Web Token; empty for a token of another kind, which is renewed once it is
     * refused.
     */
    static Optional<Instant> of(@Nullable String token) {
        String[] parts = token == null ? new String[0] : token.split("\\.", -1);
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        try {
            JsonNode end =
                    JSON.readTree(Base64.getUrlDecoder().decode(parts[1])).path("exp");
            return end.canConvertToLong() ? Optional.of(Instant.ofEpochSecond(end.asLong())) : Optional.empty();
        } catch (IOException | RuntimeException opaque) {
            return Optional.empty();
        }
    }
}
