package dev.edgewise.scheduler.violations;

import dev.edgewise.scheduler.signals.rtt.RttIndex;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The last seen rows of round-trip times, so that a later index shows which have changed. For one thread. */
final class RttRowChangeDetector {
    private final Map<String, Object> marks = new HashMap<>();
    private @Nullable RttIndex last;

    /** Hands over the nodes from which other times are known than before. */
    void compare(RttIndex now, Consumer<String> changed) {
        if (now == last) {
            return;
        }
        last = now;
        now.rows().forEach((from, row) -> {
            if (marks.put(from, row.mark()) != row.mark()) {
                changed.accept(from);
            }
        });
        if (marks.size() > now.rows().size()) {
            removeGone(now, changed);
        }
    }

    private void removeGone(RttIndex now, Consumer<String> changed) {
        marks.keySet().removeIf(from -> {
            boolean isGone = now.from(from) == null;
            if (isGone) {
                changed.accept(from);
            }
            return isGone;
        });
    }
}
