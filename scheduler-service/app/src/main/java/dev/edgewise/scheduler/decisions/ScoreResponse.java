package dev.edgewise.scheduler.decisions;

import dev.edgewise.scheduler.framework.ScoredNode;

/**
 * The value of one score for a node.
 *
 * @param value 0..1
 * @param weight as the profile has it; only the ratio to the others' matters
 */
public record ScoreResponse(String score, double value, double weight) {
    public static ScoreResponse of(ScoredNode.Part part) {
        return new ScoreResponse(part.score(), part.value(), part.weight());
    }
}
