package dev.edgewise.rewards.learning.facts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a node, as the API server shows it.
 *
 * @param silentSince when its condition {@code Ready} ceased to be true; null while it is
 */
public record NodeFacts(String name, @Nullable Instant silentSince) {
    public static NodeFacts ready(String name) {
        return new NodeFacts(name, null);
    }

    public boolean isReady() {
        return silentSince == null;
    }
}
