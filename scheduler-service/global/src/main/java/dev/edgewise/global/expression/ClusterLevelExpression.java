package dev.edgewise.global.expression;

import java.util.List;

/**
 * Levels of clusters, {@code [c1, [c2, c3], c4]}: levels are tried in turn, the clusters of one level compete.
 *
 * @param levels each with at least one name; no name twice
 */
public record ClusterLevelExpression(List<List<String>> levels) {
    public static final int MOST_LEVELS = 50;
    /** The names of all levels together. */
    public static final int MOST_NAMES = 500;

    public ClusterLevelExpression {
        levels = levels.stream().map(List::copyOf).toList();
    }

    /** Returns all names in the order of levels. */
    public List<String> names() {
        return levels.stream().flatMap(List::stream).toList();
    }
}
