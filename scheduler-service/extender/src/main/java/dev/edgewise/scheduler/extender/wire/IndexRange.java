package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.framework.Rejection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of nodes that follow each other in a request, and are written at once.
 *
 * @param first place
 * @param end the place behind the last one
 */
public record IndexRange(int first, int end) {
    /** Returns the ranges of nodes that passed, in their order. */
    public static List<IndexRange> passed(@Nullable Rejection[] rejections) {
        List<IndexRange> ranges = new ArrayList<>();
        int first = 0;
        for (int i = 0; i <= rejections.length; i++) {
            if (i == rejections.length || rejections[i] != null) {
                if (i > first) {
                    ranges.add(new IndexRange(first, i));
                }
                first = i + 1;
            }
        }
        return ranges;
    }

    public int size() {
        return end - first;
    }
}
