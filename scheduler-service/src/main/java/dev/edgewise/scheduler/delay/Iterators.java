package dev.edgewise.scheduler.delay;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lazy views of iterators. */
final class Iterators {
    private Iterators() {}

    /** What the elements stand for, without those that stand for nothing. */
    static <T, R> Iterator<R> present(Iterator<T> source, Function<T, @Nullable R> lookup) {
        return new Iterator<>() {
            private @Nullable R next = find();

            private @Nullable R find() {
                R found = null;
                while (found == null && source.hasNext()) {
                    found = lookup.apply(source.next());
                }
                return found;
            }

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public R next() {
                R current = next;
                if (current == null) {
                    throw new NoSuchElementException();
                }
                next = find();
                return current;
            }
        };
    }
}
