package dev.edgewise.scheduler.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The remainder of a ResourceQuota for the pods of its namespace, of whatever kind.
 *
 * @param milliCpu thousandths of a core that may still be requested, below zero where too much is; null where it does
 *     not limit them
 * @param memory bytes, likewise
 */
public record RemainingNamespaceQuota(String namespace, String name, @Nullable Long milliCpu, @Nullable Long memory) {
    public RemainingNamespaceQuota {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }
}
