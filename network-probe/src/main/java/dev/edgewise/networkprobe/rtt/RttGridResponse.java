package dev.edgewise.networkprobe.rtt;

import java.util.List;

/**
 * All round-trip times at once, small enough for a page.
 *
 * @param of {@code node} or {@code zone}: what a row stands for
 * @param names of the rows and columns, ordered by zone
 * @param zones of the rows
 * @param leftOut how many zones have no row, as there are more than 600; they have fewest nodes
 * @param micros by row and column, in µs; -1 if not known; the median, and between zones the median of those
 * @param states by row, a letter for each column: {@code m} measured, {@code e} estimated, {@code s} stale, {@code l}
 *     lost, {@code .} not known
 */
record RttGridResponse(
        String of, List<String> names, List<String> zones, int leftOut, int[][] micros, List<String> states) {}
