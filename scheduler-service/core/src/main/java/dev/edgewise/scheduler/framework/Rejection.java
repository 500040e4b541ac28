package dev.edgewise.scheduler.framework;

import dev.edgewise.common.TruncatedText;
import java.util.List;

/**
 * The reasons why a filter keeps a pod off a node.
 *
 * @param filter the filter's name
 * @param reasons in kube-scheduler's words where it has them, at least one; each is cut after {@value #LONGEST_REASON}
 *     characters
 * @param resolvable whether evicting pods could help
 */
public record Rejection(String filter, List<String> reasons, boolean resolvable) {
    static final int LONGEST_REASON = 500;

    public Rejection {
        reasons = isAnyLong(reasons)
                ? reasons.stream()
                        .map(reason -> TruncatedText.of(reason, LONGEST_REASON))
                        .toList()
                : List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException("filter " + filter + " rejects without a reason");
        }
    }

    public static Rejection unschedulable(String filter, String reason) {
        return new Rejection(filter, List.of(reason), true);
    }

    /** A rejection that no eviction can lift. */
    public static Rejection unresolvable(String filter, String reason) {
        return new Rejection(filter, List.of(reason), false);
    }

    public String reason() {
        return String.join(", ", reasons);
    }

    private static boolean isAnyLong(List<String> reasons) {
        for (String reason : reasons) {
            if (reason.length() > LONGEST_REASON) {
                return true;
            }
        }
        return false;
    }
}
