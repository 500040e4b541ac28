package dev.edgewise.scheduler.framework;

import java.util.List;

/**
 * A feasible node with what each score gave it.
 *
 * @param total weighted mean of the values, 0..1
 */
public record ScoredNode(String node, List<Part> parts, double total) {
    /**
     * One score's part.
     *
     * @param value 0..1
     * @param weight as the profile has it
     */
    public record Part(String score, double value, double weight) {}
}
