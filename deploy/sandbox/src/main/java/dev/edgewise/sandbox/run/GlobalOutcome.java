package dev.edgewise.sandbox.run;

import java.util.List;
import java.util.Set;

/**
 * Outcome of the scenario of global scheduling.
 *
 * @param requests number of requests
 * @param right requests that run in the clusters in which they should, and have objects nowhere else
 * @param mistakes requests that do not, or that were in two clusters at a time
 * @param isDeleted whether the requests were deleted again
 * @param left objects that are left after that
 */
record GlobalOutcome(int requests, int right, Set<String> mistakes, boolean isDeleted, List<String> left) {
    /** Whether each request was in the right cluster only, and nothing is left. */
    boolean good() {
        return requests > 0 && right == requests && mistakes.isEmpty() && left.isEmpty();
    }

    String summary() {
        String elsewhere = mistakes.isEmpty() ? "nothing of them was elsewhere" : String.join("; ", mistakes);
        String end = "";
        if (isDeleted) {
            end = left.isEmpty()
                    ? "; since they were deleted, no cluster has anything of them"
                    : "; they were deleted, and these are left: " + String.join(", ", left);
        }
        return "%d of %d requests ran in the right cluster; %s%s".formatted(right, requests, elsewhere, end);
    }
}
