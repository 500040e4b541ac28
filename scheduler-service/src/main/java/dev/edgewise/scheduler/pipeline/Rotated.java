package dev.edgewise.scheduler.pipeline;

import java.util.AbstractList;
import java.util.List;

/** A list read from the middle on and then from its start: a sampling search must not always favour the same nodes. */
final class Rotated {
    private Rotated() {}

    static <T> List<T> from(List<T> list, int start) {
        if (start == 0) {
            return list;
        }
        return new AbstractList<>() {
            @Override
            public T get(int index) {
                int position = start + index;
                return list.get(position < list.size() ? position : position - list.size());
            }

            @Override
            public int size() {
                return list.size();
            }
        };
    }
}
