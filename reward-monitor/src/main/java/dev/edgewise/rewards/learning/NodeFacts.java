package dev.edgewise.rewards.learning;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the API says of a node.
 *
 * @param silentSince when its condition {@code Ready} ceased to be true; null while it is
 */
public record NodeFacts(String name, @Nullable Instant silentSince) {
    public static NodeFacts ready(String name) {
        return new NodeFacts(name, null);
    }

    boolean isReady() {
        return silentSince == null;
    }
}
