package dev.edgewise.energy.nodes;

import org.jspecify.annotations.Nullable;

/**
 * A taint of a node.
 *
 * @param timeAdded as the API server has it; null if absent
 */
public record NodeTaint(String key, @Nullable String value, String effect, @Nullable String timeAdded) {}
