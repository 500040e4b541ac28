package dev.edgewise.scheduler.framework;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;

/** Lists whose elements are computed on each access, so that a large list is never in memory as a whole. */
public final class LazyList {
    private LazyList() {}

    /** Returns the function's results for each element, computed on access. */
    public static <T, R> List<R> of(List<T> from, Function<T, R> function) {
        return new View<>(from.size(), i -> function.apply(from.get(i)));
    }

    /** Returns both lists, one after the other. */
    static <T> List<T> joined(List<T> first, List<T> second) {
        int size = first.size();
        return new View<>(size + second.size(), i -> i < size ? first.get(i) : second.get(i - size));
    }

    private static final class View<R> extends AbstractList<R> implements RandomAccess {
        private final int size;
        private final Function<Integer, R> at;

        View(int size, Function<Integer, R> at) {
            this.size = size;
            this.at = at;
        }

        @Override
        public R get(int index) {
            return at.apply(index);
        }

        @Override
        public int size() {
            return size;
        }
    }
}
