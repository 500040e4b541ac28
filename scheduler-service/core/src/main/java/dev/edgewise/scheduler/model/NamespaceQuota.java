package dev.edgewise.scheduler.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a ResourceQuota still leaves to the pods of its namespace, whatever they are.
 *
 * @param milliCpu thousandths of a core that may still be requested, below zero where too much is; null where it does not limit them
 * @param memory bytes, likewise
 */
public record NamespaceQuota(String namespace, String name, @Nullable Long milliCpu, @Nullable Long memory) {
    public NamespaceQuota {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }
}
