package dev.edgewise.common.security;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user of a token, as the API server knows it.
 *
 * @param extra what else the authenticator says, by key
 */
public record TokenUser(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public TokenUser {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** The first value of that key. */
    public Optional<String> extra(String key) {
        return extra.getOrDefault(key, List.of()).stream().findFirst();
    }
}
