package dev.edgewise.global.manifests;

import dev.edgewise.global.model.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems of manifests, and keeps the first ones. */
final class Problems {
    static final int MOST = 20;

    private static final int LONGEST_VALUE = 120;

    private final List<Problem> found = new ArrayList<>();

    void add(String field, Object value, String allowed) {
        if (found.size() < MOST) {
            found.add(new Problem(field, line(String.valueOf(value)), allowed));
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<Problem> list() {
        return List.copyOf(found);
    }

    private static String line(String value) {
        String line = value.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + "…";
    }
}
