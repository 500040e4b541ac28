package dev.edgewise.sandbox.evaluate.rewards;

import java.util.List;

/**
 * Outcome of one run after its warm-up.
 *
 * @param failures pods that failed, but for those of the type that fails everywhere
 * @param completed Jobs that were completed
 * @param healedBack for each node that healed, after how many seconds it was open to all types and had a new pod
 * @param brokenClosed on how many nodes at most the type that fails everywhere was closed
 */
record RewardsRunResult(int failures, int completed, List<Integer> healedBack, int brokenClosed) {}
